/** Socket messages that are no events. Written by `npm run codegen`; changes belong into the schema files. */
import type { AbortAck, AbortFrame, ClientHelloAck, ClientHelloFrame, HostFileReplyFrame, HostFilesAck, HostFilesFrame, PingFrame, PongFrame, ServerAckFrame, ServerErrorFrame, ServerHostFileRequestFrame, ServerPingFrame, ServerPongFrame, ServerResyncRequiredFrame, ServerServerHelloFrame, ServerTerminalExitFrame, ServerTerminalOutputFrame, ServerTranscriptOpsFrame, ServerTranscriptResetFrame, SubscribeAck, SubscribeFrame, SubscribeV2Ack, SubscribeV2Frame, TerminalAttachAck, TerminalAttachFrame, TerminalCloseAck, TerminalCloseFrame, TerminalDetachAck, TerminalDetachFrame, TerminalInputAck, TerminalInputFrame, TerminalResizeAck, TerminalResizeFrame, UnsubscribeAck, UnsubscribeFrame, UnsubscribeV2Ack, UnsubscribeV2Frame, WatchFsAddAck, WatchFsAddFrame, WatchFsRemoveAck, WatchFsRemoveFrame } from './types.js';

/** Payload of each client frame and of the ack it gets, by type. */
export interface ClientFrames {
  'abort': { payload: AbortFrame; ack: AbortAck };
  'client_hello': { payload: ClientHelloFrame; ack: ClientHelloAck };
  'host_file_reply': { payload: HostFileReplyFrame; ack: undefined };
  'host_files': { payload: HostFilesFrame; ack: HostFilesAck };
  'ping': { payload: PingFrame; ack: undefined };
  'pong': { payload: PongFrame; ack: undefined };
  'subscribe': { payload: SubscribeFrame; ack: SubscribeAck };
  'subscribe_v2': { payload: SubscribeV2Frame; ack: SubscribeV2Ack };
  'terminal_attach': { payload: TerminalAttachFrame; ack: TerminalAttachAck };
  'terminal_close': { payload: TerminalCloseFrame; ack: TerminalCloseAck };
  'terminal_detach': { payload: TerminalDetachFrame; ack: TerminalDetachAck };
  'terminal_input': { payload: TerminalInputFrame; ack: TerminalInputAck };
  'terminal_resize': { payload: TerminalResizeFrame; ack: TerminalResizeAck };
  'unsubscribe': { payload: UnsubscribeFrame; ack: UnsubscribeAck };
  'unsubscribe_v2': { payload: UnsubscribeV2Frame; ack: UnsubscribeV2Ack };
  'watch_fs_add': { payload: WatchFsAddFrame; ack: WatchFsAddAck };
  'watch_fs_remove': { payload: WatchFsRemoveFrame; ack: WatchFsRemoveAck };
}

export type ClientFrameType = keyof ClientFrames;

/** Payload of each server frame that is no event, by type. */
export interface ServerFrames {
  'ack': ServerAckFrame;
  'error': ServerErrorFrame;
  'host_file_request': ServerHostFileRequestFrame;
  'ping': ServerPingFrame;
  'pong': ServerPongFrame;
  'resync_required': ServerResyncRequiredFrame;
  'server_hello': ServerServerHelloFrame;
  'terminal_exit': ServerTerminalExitFrame;
  'terminal_output': ServerTerminalOutputFrame;
  'transcript.ops': ServerTranscriptOpsFrame;
  'transcript.reset': ServerTranscriptResetFrame;
}

export type ServerFrameType = keyof ServerFrames;
