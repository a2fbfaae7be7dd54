/** What the command line asks of the visualizer. */
export interface VisualizerOptions {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  host: string;
  /** 0: any */
  port: number;
  /** absolute path of an export; absent: the home is shown */
  archive?: string;
  /** absolute path of the built page */
  webDirectory: string;
  onDefect(message: string, facts?: object): void;
}

export interface RunningVisualizer {
  port: number;
  token: string;
  /** of the export */
  sessionId?: string;
  close(): Promise<void>;
}
