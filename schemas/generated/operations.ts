/** Operations by name. Written by `npm run codegen`; changes belong into the schema files. */
import type { ErrorName } from './errors.js';
import type { AbortAgentData, AbortAgentParams, AbortPromptData, AbortPromptParams, AbortSessionData, AbortSessionParams, ActivateSkillBody, ActivateSkillData, ActivateSkillParams, AddDirectoryBody, AddDirectoryData, AddDirectoryParams, AddInputHistoryBody, AddInputHistoryData, AddInputHistoryParams, AnswerQuestionBody, AnswerQuestionData, AnswerQuestionParams, ApprovalDetail, ArchiveSessionData, ArchiveSessionParams, ArchiveSessionsBody, AuthSnapshot, BeginMcpAuthData, BeginMcpAuthQuery, BrowseHostData, BrowseHostQuery, CancelGoalData, CancelGoalParams, CancelLoginData, CancelLoginQuery, CancelMcpAuthBody, CancelShellData, CancelShellParams, CancelTaskData, CancelTaskParams, CatalogEntry, ClearPlanData, ClearPlanParams, CloseAgentData, CloseAgentParams, CloseRuntimePortData, CloseRuntimePortParams, CloseTerminalData, CloseTerminalParams, CompactSessionBody, CompactSessionData, CompactSessionParams, CompleteMcpAuthBody, Config, ConfigPatch, CountGuiItemsData, CreateChildSessionBody, CreateChildSessionParams, CreateGoalBody, CreateGoalParams, CreateManagedMcpServerData, CreateManagedMcpServerQuery, CreateProviderBody, CreateSessionBody, CreateTerminalBody, CreateTerminalParams, DebugContextData, DebugContextParams, DebugContextQuery, DebugEventsData, DebugEventsParams, DebugEventsQuery, DebugMemoryData, DebugPermissionsData, DebugPermissionsParams, DebugPermissionsQuery, DebugSessionsData, DeleteCronJobData, DeleteCronJobParams, DeleteFileData, DeleteFileParams, DeleteManagedMcpServerData, DeleteManagedMcpServerParams, DeleteManagedMcpServerQuery, DeletePermissionRuleData, DeletePermissionRuleParams, DeleteProviderParams, DeleteSessionData, DeleteSessionParams, DetachToolCallData, DetachToolCallParams, DiffFileBody, DiffFileData, DiffFileParams, DismissQuestionData, DismissQuestionParams, DownloadFileData, DownloadFileParams, DownloadFileQuery, EditPromptBody, EditPromptParams, ExplainPermissionBody, ExplainPermissionData, ExportSessionBody, ExportSessionParams, FileEntry, FileReversal, ForkSessionBody, ForkSessionParams, GenerateSessionTitleBody, GenerateSessionTitleData, GenerateSessionTitleParams, GetAccountRegionData, GetAccountUsageData, GetAccountUsageQuery, GetAccountUserData, GetAccountUserQuery, GetApprovalParams, GetAsyncApiData, GetCatalogProviderParams, GetDirectoriesData, GetDirectoriesParams, GetFileParams, GetGitStatusBody, GetGitStatusData, GetGitStatusParams, GetGoalData, GetGoalParams, GetGoalQueueData, GetGoalQueueParams, GetGuiItemData, GetGuiItemQuery, GetHealthData, GetHostFileData, GetHostFileQuery, GetHostHomeData, GetLoginData, GetLoginQuery, GetManagedMcpServerParams, GetManagedMcpServerQuery, GetMessageParams, GetOpenApiData, GetProviderParams, GetRuntimeParams, GetSessionMediaParams, GetSessionParams, GetSessionProfileParams, GetSessionSnapshotParams, GetSessionStatusParams, GetSessionUsageData, GetSessionUsageParams, GetTaskParams, GetTaskQuery, GetTerminalParams, GetTranscriptData, GetTranscriptOpsData, GetTranscriptOpsParams, GetTranscriptOpsQuery, GetTranscriptParams, GetTranscriptQuery, GetUsageData, GetUsageQuery, GetWorkspaceTrustData, GetWorkspaceTrustParams, GoalSnapshot, GrepFilesBody, GrepFilesData, GrepFilesParams, ImportCatalogBody, ImportCatalogData, ImportRegistryBody, ImportRegistryData, InitSessionData, InitSessionParams, InspectMcpServersBody, InspectMcpServersData, ListAgentsData, ListAgentsParams, ListApprovalsData, ListApprovalsParams, ListApprovalsQuery, ListCatalogProvidersData, ListChangesData, ListChangesParams, ListChangesQuery, ListChildSessionsData, ListChildSessionsParams, ListChildSessionsQuery, ListConnectionsData, ListCronJobsData, ListCronJobsParams, ListFilesBody, ListFilesData, ListFilesParams, ListInboxData, ListInboxQuery, ListInputHistoryData, ListInputHistoryParams, ListInputHistoryQuery, ListManagedMcpServersData, ListManagedMcpServersQuery, ListManyFilesBody, ListManyFilesData, ListManyFilesParams, ListMcpAuthStatusesData, ListMcpAuthStatusesQuery, ListMcpServersData, ListMcpServersQuery, ListMessagesData, ListMessagesParams, ListMessagesQuery, ListModelsData, ListPermissionRulesData, ListPermissionRulesParams, ListPlansData, ListPlansParams, ListPlansQuery, ListPromptsParams, ListPromptsQuery, ListProvidersData, ListQuestionsData, ListQuestionsParams, ListQuestionsQuery, ListRuntimesData, ListRuntimesQuery, ListServersData, ListSessionsData, ListSessionsQuery, ListSkillsData, ListSkillsParams, ListTasksData, ListTasksParams, ListTasksQuery, ListTerminalsData, ListTerminalsParams, ListTodosData, ListTodosParams, ListTodosQuery, ListToolsData, ListToolsQuery, ListUserMessagesData, ListUserMessagesParams, ListUserMessagesQuery, ListWarningsData, ListWarningsParams, ListWorkspaceAgentsData, ListWorkspaceAgentsParams, ListWorkspaceSkillsData, ListWorkspaceSkillsParams, ListWorkspacesData, LoadSessionBody, LoadSessionParams, LoginStart, LogoutBody, LogoutData, MakeDirectoryBody, MakeDirectoryParams, MakeHostDirectoryBody, MakeHostDirectoryData, McpLocator, McpManagedServer, McpServerConfig, McpServerForm, Message, Meta, OpenFileBody, OpenFileData, OpenFileInBody, OpenFileInData, OpenFileInParams, OpenFileParams, OpenRuntimePortBody, OpenRuntimePortData, OpenRuntimePortParams, PauseGoalData, PauseGoalParams, Prompt, PromptQueue, Provider, QuerySessionsData, QuerySessionsQuery, ReadFileBody, ReadFileData, ReadFileParams, RedoSessionBody, RedoSessionData, RedoSessionParams, RefreshProviderParams, RefreshReport, RegisterWorkspaceBody, ReloadSessionData, ReloadSessionParams, RemoveGuiItemBody, RemovePromptData, RemovePromptParams, RenameWorkspaceBody, RenameWorkspaceParams, ReplaceDirectoriesBody, ReplaceDirectoriesData, ReplaceDirectoriesParams, ReplaceManagedMcpServerData, ReplaceManagedMcpServerParams, ReplaceManagedMcpServerQuery, ReplaceProviderBody, ReplaceProviderData, ReplaceProviderParams, ResetMcpAuthQuery, ResolveApprovalBody, ResolveApprovalData, ResolveApprovalParams, RestartMcpServerData, RestartMcpServerParams, RestartMcpServerQuery, RestoreQuarantinedData, RestoreQuarantinedParams, RestoreSessionParams, RestoreSessionsBody, ResumeGoalData, ResumeGoalParams, RetrySessionData, RetrySessionParams, RevealFileBody, RevealFileData, RevealFileParams, RevertChangeBody, RevertChangeParams, RunShellBody, RunShellData, RunShellParams, SearchFilesBody, SearchFilesData, SearchFilesParams, SearchSessionsBody, SearchSessionsData, SearchWorkspaceFilesBody, SearchWorkspaceFilesData, Session, SessionBatch, SessionRuntime, SessionStatus, SetDefaultModelData, SetDefaultModelParams, SetGoalQueueBody, SetGoalQueueData, SetGoalQueueParams, SetGuiItemBody, SetRuntimeBody, SetRuntimeParams, ShutdownData, Snapshot, StartLoginBody, StartSideAgentData, StartSideAgentParams, StatFileBody, StatFileParams, StatManyFilesBody, StatManyFilesData, StatManyFilesParams, SteerPromptData, SteerPromptParams, SteerPromptsBody, SteerPromptsData, SteerPromptsParams, StreamSessionEventsParams, StreamSessionEventsQuery, SubmitPromptBody, SubmitPromptParams, SuggestWorkspaceFilesBody, SuggestWorkspaceFilesData, Task, Terminal, TestMcpServerBody, TestMcpServerData, TrustWorkspaceBody, TrustWorkspaceData, TrustWorkspaceParams, UndoSessionBody, UndoSessionData, UndoSessionParams, UnregisterWorkspaceData, UnregisterWorkspaceParams, UnrevertChangeBody, UnrevertChangeParams, UntrustWorkspaceData, UntrustWorkspaceParams, UpdateSessionProfileBody, UpdateSessionProfileParams, Upload, UploadFileBody, Workspace } from './types.js';

/** What a client sends and gets, by operation; `data` is that of the success envelope. */
export interface Operations {
  'abortAgent': { params: AbortAgentParams; query: undefined; body: undefined; data: AbortAgentData };
  'abortPrompt': { params: AbortPromptParams; query: undefined; body: undefined; data: AbortPromptData };
  'abortSession': { params: AbortSessionParams; query: undefined; body: undefined; data: AbortSessionData };
  'activateSkill': { params: ActivateSkillParams; query: undefined; body: ActivateSkillBody; data: ActivateSkillData };
  'addDirectory': { params: AddDirectoryParams; query: undefined; body: AddDirectoryBody; data: AddDirectoryData };
  'addInputHistory': { params: AddInputHistoryParams; query: undefined; body: AddInputHistoryBody; data: AddInputHistoryData };
  'answerQuestion': { params: AnswerQuestionParams; query: undefined; body: AnswerQuestionBody; data: AnswerQuestionData };
  'archiveSession': { params: ArchiveSessionParams; query: undefined; body: undefined; data: ArchiveSessionData };
  'archiveSessions': { params: undefined; query: undefined; body: ArchiveSessionsBody; data: SessionBatch };
  'beginMcpAuth': { params: undefined; query: BeginMcpAuthQuery; body: McpLocator; data: BeginMcpAuthData };
  'browseHost': { params: undefined; query: BrowseHostQuery; body: undefined; data: BrowseHostData };
  'cancelGoal': { params: CancelGoalParams; query: undefined; body: undefined; data: CancelGoalData };
  'cancelLogin': { params: undefined; query: CancelLoginQuery; body: undefined; data: CancelLoginData };
  'cancelMcpAuth': { params: undefined; query: undefined; body: CancelMcpAuthBody; data: null };
  'cancelShell': { params: CancelShellParams; query: undefined; body: undefined; data: CancelShellData };
  'cancelTask': { params: CancelTaskParams; query: undefined; body: undefined; data: CancelTaskData };
  'clearGuiItems': { params: undefined; query: undefined; body: undefined; data: null };
  'clearPlan': { params: ClearPlanParams; query: undefined; body: undefined; data: ClearPlanData };
  'closeAgent': { params: CloseAgentParams; query: undefined; body: undefined; data: CloseAgentData };
  'closeRuntimePort': { params: CloseRuntimePortParams; query: undefined; body: undefined; data: CloseRuntimePortData };
  'closeTerminal': { params: CloseTerminalParams; query: undefined; body: undefined; data: CloseTerminalData };
  'compactSession': { params: CompactSessionParams; query: undefined; body: CompactSessionBody; data: CompactSessionData };
  'completeMcpAuth': { params: undefined; query: undefined; body: CompleteMcpAuthBody; data: null };
  'countGuiItems': { params: undefined; query: undefined; body: undefined; data: CountGuiItemsData };
  'createChildSession': { params: CreateChildSessionParams; query: undefined; body: CreateChildSessionBody; data: Session };
  'createGoal': { params: CreateGoalParams; query: undefined; body: CreateGoalBody; data: GoalSnapshot };
  'createManagedMcpServer': { params: undefined; query: CreateManagedMcpServerQuery; body: McpServerForm; data: CreateManagedMcpServerData };
  'createProvider': { params: undefined; query: undefined; body: CreateProviderBody; data: Provider };
  'createSession': { params: undefined; query: undefined; body: CreateSessionBody; data: Session };
  'createTerminal': { params: CreateTerminalParams; query: undefined; body: CreateTerminalBody; data: Terminal };
  'debugContext': { params: DebugContextParams; query: DebugContextQuery; body: undefined; data: DebugContextData };
  'debugEvents': { params: DebugEventsParams; query: DebugEventsQuery; body: undefined; data: DebugEventsData };
  'debugMemory': { params: undefined; query: undefined; body: undefined; data: DebugMemoryData };
  'debugPermissions': { params: DebugPermissionsParams; query: DebugPermissionsQuery; body: undefined; data: DebugPermissionsData };
  'debugSessions': { params: undefined; query: undefined; body: undefined; data: DebugSessionsData };
  'deleteCronJob': { params: DeleteCronJobParams; query: undefined; body: undefined; data: DeleteCronJobData };
  'deleteFile': { params: DeleteFileParams; query: undefined; body: undefined; data: DeleteFileData };
  'deleteManagedMcpServer': { params: DeleteManagedMcpServerParams; query: DeleteManagedMcpServerQuery; body: undefined; data: DeleteManagedMcpServerData };
  'deletePermissionRule': { params: DeletePermissionRuleParams; query: undefined; body: undefined; data: DeletePermissionRuleData };
  'deleteProvider': { params: DeleteProviderParams; query: undefined; body: undefined; data: null };
  'deleteSession': { params: DeleteSessionParams; query: undefined; body: undefined; data: DeleteSessionData };
  'detachToolCall': { params: DetachToolCallParams; query: undefined; body: undefined; data: DetachToolCallData };
  'diffFile': { params: DiffFileParams; query: undefined; body: DiffFileBody; data: DiffFileData };
  'dismissQuestion': { params: DismissQuestionParams; query: undefined; body: undefined; data: DismissQuestionData };
  'downloadFile': { params: DownloadFileParams; query: DownloadFileQuery; body: undefined; data: DownloadFileData };
  'editPrompt': { params: EditPromptParams; query: undefined; body: EditPromptBody; data: Prompt };
  'explainPermission': { params: undefined; query: undefined; body: ExplainPermissionBody; data: ExplainPermissionData };
  'exportSession': { params: ExportSessionParams; query: undefined; body: ExportSessionBody; data: null };
  'forkSession': { params: ForkSessionParams; query: undefined; body: ForkSessionBody; data: Session };
  'generateSessionTitle': { params: GenerateSessionTitleParams; query: undefined; body: GenerateSessionTitleBody; data: GenerateSessionTitleData };
  'getAccountRegion': { params: undefined; query: undefined; body: undefined; data: GetAccountRegionData };
  'getAccountUsage': { params: undefined; query: GetAccountUsageQuery; body: undefined; data: GetAccountUsageData };
  'getAccountUser': { params: undefined; query: GetAccountUserQuery; body: undefined; data: GetAccountUserData };
  'getApproval': { params: GetApprovalParams; query: undefined; body: undefined; data: ApprovalDetail };
  'getAsyncApi': { params: undefined; query: undefined; body: undefined; data: GetAsyncApiData };
  'getAuth': { params: undefined; query: undefined; body: undefined; data: AuthSnapshot };
  'getCatalogProvider': { params: GetCatalogProviderParams; query: undefined; body: undefined; data: CatalogEntry };
  'getConfig': { params: undefined; query: undefined; body: undefined; data: Config };
  'getDirectories': { params: GetDirectoriesParams; query: undefined; body: undefined; data: GetDirectoriesData };
  'getFile': { params: GetFileParams; query: undefined; body: undefined; data: null };
  'getGitStatus': { params: GetGitStatusParams; query: undefined; body: GetGitStatusBody; data: GetGitStatusData };
  'getGoal': { params: GetGoalParams; query: undefined; body: undefined; data: GetGoalData };
  'getGoalQueue': { params: GetGoalQueueParams; query: undefined; body: undefined; data: GetGoalQueueData };
  'getGuiItem': { params: undefined; query: GetGuiItemQuery; body: undefined; data: GetGuiItemData };
  'getHealth': { params: undefined; query: undefined; body: undefined; data: GetHealthData };
  'getHostFile': { params: undefined; query: GetHostFileQuery; body: undefined; data: GetHostFileData };
  'getHostHome': { params: undefined; query: undefined; body: undefined; data: GetHostHomeData };
  'getLogin': { params: undefined; query: GetLoginQuery; body: undefined; data: GetLoginData };
  'getManagedMcpServer': { params: GetManagedMcpServerParams; query: GetManagedMcpServerQuery; body: undefined; data: McpManagedServer };
  'getMessage': { params: GetMessageParams; query: undefined; body: undefined; data: Message };
  'getMeta': { params: undefined; query: undefined; body: undefined; data: Meta };
  'getOpenApi': { params: undefined; query: undefined; body: undefined; data: GetOpenApiData };
  'getProvider': { params: GetProviderParams; query: undefined; body: undefined; data: Provider };
  'getRuntime': { params: GetRuntimeParams; query: undefined; body: undefined; data: SessionRuntime };
  'getSession': { params: GetSessionParams; query: undefined; body: undefined; data: Session };
  'getSessionMedia': { params: GetSessionMediaParams; query: undefined; body: undefined; data: null };
  'getSessionProfile': { params: GetSessionProfileParams; query: undefined; body: undefined; data: Session };
  'getSessionSnapshot': { params: GetSessionSnapshotParams; query: undefined; body: undefined; data: Snapshot };
  'getSessionStatus': { params: GetSessionStatusParams; query: undefined; body: undefined; data: SessionStatus };
  'getSessionUsage': { params: GetSessionUsageParams; query: undefined; body: undefined; data: GetSessionUsageData };
  'getTask': { params: GetTaskParams; query: GetTaskQuery; body: undefined; data: Task };
  'getTerminal': { params: GetTerminalParams; query: undefined; body: undefined; data: Terminal };
  'getTranscript': { params: GetTranscriptParams; query: GetTranscriptQuery; body: undefined; data: GetTranscriptData };
  'getTranscriptOps': { params: GetTranscriptOpsParams; query: GetTranscriptOpsQuery; body: undefined; data: GetTranscriptOpsData };
  'getUsage': { params: undefined; query: GetUsageQuery; body: undefined; data: GetUsageData };
  'getWorkspaceTrust': { params: GetWorkspaceTrustParams; query: undefined; body: undefined; data: GetWorkspaceTrustData };
  'grepFiles': { params: GrepFilesParams; query: undefined; body: GrepFilesBody; data: GrepFilesData };
  'importCatalog': { params: undefined; query: undefined; body: ImportCatalogBody; data: ImportCatalogData };
  'importRegistry': { params: undefined; query: undefined; body: ImportRegistryBody; data: ImportRegistryData };
  'initSession': { params: InitSessionParams; query: undefined; body: undefined; data: InitSessionData };
  'inspectMcpServers': { params: undefined; query: undefined; body: InspectMcpServersBody; data: InspectMcpServersData };
  'listAgents': { params: ListAgentsParams; query: undefined; body: undefined; data: ListAgentsData };
  'listApprovals': { params: ListApprovalsParams; query: ListApprovalsQuery; body: undefined; data: ListApprovalsData };
  'listCatalogProviders': { params: undefined; query: undefined; body: undefined; data: ListCatalogProvidersData };
  'listChanges': { params: ListChangesParams; query: ListChangesQuery; body: undefined; data: ListChangesData };
  'listChildSessions': { params: ListChildSessionsParams; query: ListChildSessionsQuery; body: undefined; data: ListChildSessionsData };
  'listConnections': { params: undefined; query: undefined; body: undefined; data: ListConnectionsData };
  'listCronJobs': { params: ListCronJobsParams; query: undefined; body: undefined; data: ListCronJobsData };
  'listFiles': { params: ListFilesParams; query: undefined; body: ListFilesBody; data: ListFilesData };
  'listInbox': { params: undefined; query: ListInboxQuery; body: undefined; data: ListInboxData };
  'listInputHistory': { params: ListInputHistoryParams; query: ListInputHistoryQuery; body: undefined; data: ListInputHistoryData };
  'listManagedMcpServers': { params: undefined; query: ListManagedMcpServersQuery; body: undefined; data: ListManagedMcpServersData };
  'listManyFiles': { params: ListManyFilesParams; query: undefined; body: ListManyFilesBody; data: ListManyFilesData };
  'listMcpAuthStatuses': { params: undefined; query: ListMcpAuthStatusesQuery; body: undefined; data: ListMcpAuthStatusesData };
  'listMcpServers': { params: undefined; query: ListMcpServersQuery; body: undefined; data: ListMcpServersData };
  'listMessages': { params: ListMessagesParams; query: ListMessagesQuery; body: undefined; data: ListMessagesData };
  'listModels': { params: undefined; query: undefined; body: undefined; data: ListModelsData };
  'listPermissionRules': { params: ListPermissionRulesParams; query: undefined; body: undefined; data: ListPermissionRulesData };
  'listPlans': { params: ListPlansParams; query: ListPlansQuery; body: undefined; data: ListPlansData };
  'listPrompts': { params: ListPromptsParams; query: ListPromptsQuery; body: undefined; data: PromptQueue };
  'listProviders': { params: undefined; query: undefined; body: undefined; data: ListProvidersData };
  'listQuestions': { params: ListQuestionsParams; query: ListQuestionsQuery; body: undefined; data: ListQuestionsData };
  'listRuntimes': { params: undefined; query: ListRuntimesQuery; body: undefined; data: ListRuntimesData };
  'listServers': { params: undefined; query: undefined; body: undefined; data: ListServersData };
  'listSessions': { params: undefined; query: ListSessionsQuery; body: undefined; data: ListSessionsData };
  'listSkills': { params: ListSkillsParams; query: undefined; body: undefined; data: ListSkillsData };
  'listTasks': { params: ListTasksParams; query: ListTasksQuery; body: undefined; data: ListTasksData };
  'listTerminals': { params: ListTerminalsParams; query: undefined; body: undefined; data: ListTerminalsData };
  'listTodos': { params: ListTodosParams; query: ListTodosQuery; body: undefined; data: ListTodosData };
  'listTools': { params: undefined; query: ListToolsQuery; body: undefined; data: ListToolsData };
  'listUserMessages': { params: ListUserMessagesParams; query: ListUserMessagesQuery; body: undefined; data: ListUserMessagesData };
  'listWarnings': { params: ListWarningsParams; query: undefined; body: undefined; data: ListWarningsData };
  'listWorkspaceAgents': { params: ListWorkspaceAgentsParams; query: undefined; body: undefined; data: ListWorkspaceAgentsData };
  'listWorkspaceSkills': { params: ListWorkspaceSkillsParams; query: undefined; body: undefined; data: ListWorkspaceSkillsData };
  'listWorkspaces': { params: undefined; query: undefined; body: undefined; data: ListWorkspacesData };
  'loadSession': { params: LoadSessionParams; query: undefined; body: LoadSessionBody; data: Session };
  'logout': { params: undefined; query: undefined; body: LogoutBody; data: LogoutData };
  'makeDirectory': { params: MakeDirectoryParams; query: undefined; body: MakeDirectoryBody; data: FileEntry };
  'makeHostDirectory': { params: undefined; query: undefined; body: MakeHostDirectoryBody; data: MakeHostDirectoryData };
  'openFile': { params: OpenFileParams; query: undefined; body: OpenFileBody; data: OpenFileData };
  'openFileIn': { params: OpenFileInParams; query: undefined; body: OpenFileInBody; data: OpenFileInData };
  'openRuntimePort': { params: OpenRuntimePortParams; query: undefined; body: OpenRuntimePortBody; data: OpenRuntimePortData };
  'pauseGoal': { params: PauseGoalParams; query: undefined; body: undefined; data: PauseGoalData };
  'querySessions': { params: undefined; query: QuerySessionsQuery; body: undefined; data: QuerySessionsData };
  'readFile': { params: ReadFileParams; query: undefined; body: ReadFileBody; data: ReadFileData };
  'redoSession': { params: RedoSessionParams; query: undefined; body: RedoSessionBody; data: RedoSessionData };
  'refreshLoginProviders': { params: undefined; query: undefined; body: undefined; data: RefreshReport };
  'refreshProvider': { params: RefreshProviderParams; query: undefined; body: undefined; data: RefreshReport };
  'refreshProviders': { params: undefined; query: undefined; body: undefined; data: RefreshReport };
  'registerWorkspace': { params: undefined; query: undefined; body: RegisterWorkspaceBody; data: Workspace };
  'reloadSession': { params: ReloadSessionParams; query: undefined; body: undefined; data: ReloadSessionData };
  'removeGuiItem': { params: undefined; query: undefined; body: RemoveGuiItemBody; data: null };
  'removePrompt': { params: RemovePromptParams; query: undefined; body: undefined; data: RemovePromptData };
  'renameWorkspace': { params: RenameWorkspaceParams; query: undefined; body: RenameWorkspaceBody; data: Workspace };
  'replaceDirectories': { params: ReplaceDirectoriesParams; query: undefined; body: ReplaceDirectoriesBody; data: ReplaceDirectoriesData };
  'replaceManagedMcpServer': { params: ReplaceManagedMcpServerParams; query: ReplaceManagedMcpServerQuery; body: McpServerConfig; data: ReplaceManagedMcpServerData };
  'replaceProvider': { params: ReplaceProviderParams; query: undefined; body: ReplaceProviderBody; data: ReplaceProviderData };
  'resetMcpAuth': { params: undefined; query: ResetMcpAuthQuery; body: McpLocator; data: null };
  'resolveApproval': { params: ResolveApprovalParams; query: undefined; body: ResolveApprovalBody; data: ResolveApprovalData };
  'restartMcpServer': { params: RestartMcpServerParams; query: RestartMcpServerQuery; body: undefined; data: RestartMcpServerData };
  'restoreQuarantined': { params: RestoreQuarantinedParams; query: undefined; body: undefined; data: RestoreQuarantinedData };
  'restoreSession': { params: RestoreSessionParams; query: undefined; body: undefined; data: Session };
  'restoreSessions': { params: undefined; query: undefined; body: RestoreSessionsBody; data: SessionBatch };
  'resumeGoal': { params: ResumeGoalParams; query: undefined; body: undefined; data: ResumeGoalData };
  'retrySession': { params: RetrySessionParams; query: undefined; body: undefined; data: RetrySessionData };
  'revealFile': { params: RevealFileParams; query: undefined; body: RevealFileBody; data: RevealFileData };
  'revertChange': { params: RevertChangeParams; query: undefined; body: RevertChangeBody; data: FileReversal };
  'runShell': { params: RunShellParams; query: undefined; body: RunShellBody; data: RunShellData };
  'searchFiles': { params: SearchFilesParams; query: undefined; body: SearchFilesBody; data: SearchFilesData };
  'searchSessions': { params: undefined; query: undefined; body: SearchSessionsBody; data: SearchSessionsData };
  'searchWorkspaceFiles': { params: undefined; query: undefined; body: SearchWorkspaceFilesBody; data: SearchWorkspaceFilesData };
  'setDefaultModel': { params: SetDefaultModelParams; query: undefined; body: undefined; data: SetDefaultModelData };
  'setGoalQueue': { params: SetGoalQueueParams; query: undefined; body: SetGoalQueueBody; data: SetGoalQueueData };
  'setGuiItem': { params: undefined; query: undefined; body: SetGuiItemBody; data: null };
  'setRuntime': { params: SetRuntimeParams; query: undefined; body: SetRuntimeBody; data: SessionRuntime };
  'shutdown': { params: undefined; query: undefined; body: undefined; data: ShutdownData };
  'startLogin': { params: undefined; query: undefined; body: StartLoginBody; data: LoginStart };
  'startSideAgent': { params: StartSideAgentParams; query: undefined; body: undefined; data: StartSideAgentData };
  'statFile': { params: StatFileParams; query: undefined; body: StatFileBody; data: FileEntry };
  'statManyFiles': { params: StatManyFilesParams; query: undefined; body: StatManyFilesBody; data: StatManyFilesData };
  'steerPrompt': { params: SteerPromptParams; query: undefined; body: undefined; data: SteerPromptData };
  'steerPrompts': { params: SteerPromptsParams; query: undefined; body: SteerPromptsBody; data: SteerPromptsData };
  'streamSessionEvents': { params: StreamSessionEventsParams; query: StreamSessionEventsQuery; body: undefined; data: null };
  'submitPrompt': { params: SubmitPromptParams; query: undefined; body: SubmitPromptBody; data: Prompt };
  'suggestWorkspaceFiles': { params: undefined; query: undefined; body: SuggestWorkspaceFilesBody; data: SuggestWorkspaceFilesData };
  'testMcpServer': { params: undefined; query: undefined; body: TestMcpServerBody; data: TestMcpServerData };
  'trustWorkspace': { params: TrustWorkspaceParams; query: undefined; body: TrustWorkspaceBody; data: TrustWorkspaceData };
  'undoSession': { params: UndoSessionParams; query: undefined; body: UndoSessionBody; data: UndoSessionData };
  'unregisterWorkspace': { params: UnregisterWorkspaceParams; query: undefined; body: undefined; data: UnregisterWorkspaceData };
  'unrevertChange': { params: UnrevertChangeParams; query: undefined; body: UnrevertChangeBody; data: FileReversal };
  'untrustWorkspace': { params: UntrustWorkspaceParams; query: undefined; body: undefined; data: UntrustWorkspaceData };
  'updateConfig': { params: undefined; query: undefined; body: ConfigPatch; data: Config };
  'updateSessionProfile': { params: UpdateSessionProfileParams; query: undefined; body: UpdateSessionProfileBody; data: Session };
  'uploadFile': { params: undefined; query: undefined; body: UploadFileBody; data: Upload };
}

export type OperationName = keyof Operations;

/** Operations that answer with bytes. */
export type BytesOperation = 'downloadFile' | 'exportSession' | 'getFile' | 'getHostFile' | 'getSessionMedia';

/** Operations that take a form, files included. */
export type FormOperation = 'uploadFile';

/** What a handler gets, by operation: validated, with defaults filled in. */
export interface Requests {
  'abortAgent': { params: AbortAgentParams; query: undefined; body: undefined };
  'abortPrompt': { params: AbortPromptParams; query: undefined; body: undefined };
  'abortSession': { params: AbortSessionParams; query: undefined; body: undefined };
  'activateSkill': { params: ActivateSkillParams; query: undefined; body: ActivateSkillBody };
  'addDirectory': { params: AddDirectoryParams; query: undefined; body: Filled<AddDirectoryBody, 'remember'> };
  'addInputHistory': { params: AddInputHistoryParams; query: undefined; body: AddInputHistoryBody };
  'answerQuestion': { params: AnswerQuestionParams; query: undefined; body: AnswerQuestionBody };
  'archiveSession': { params: ArchiveSessionParams; query: undefined; body: undefined };
  'archiveSessions': { params: undefined; query: undefined; body: ArchiveSessionsBody };
  'beginMcpAuth': { params: undefined; query: BeginMcpAuthQuery; body: McpLocator };
  'browseHost': { params: undefined; query: BrowseHostQuery; body: undefined };
  'cancelGoal': { params: CancelGoalParams; query: undefined; body: undefined };
  'cancelLogin': { params: undefined; query: Filled<CancelLoginQuery, 'provider'>; body: undefined };
  'cancelMcpAuth': { params: undefined; query: undefined; body: CancelMcpAuthBody };
  'cancelShell': { params: CancelShellParams; query: undefined; body: undefined };
  'cancelTask': { params: CancelTaskParams; query: undefined; body: undefined };
  'clearGuiItems': { params: undefined; query: undefined; body: undefined };
  'clearPlan': { params: ClearPlanParams; query: undefined; body: undefined };
  'closeAgent': { params: CloseAgentParams; query: undefined; body: undefined };
  'closeRuntimePort': { params: CloseRuntimePortParams; query: undefined; body: undefined };
  'closeTerminal': { params: CloseTerminalParams; query: undefined; body: undefined };
  'compactSession': { params: CompactSessionParams; query: undefined; body: CompactSessionBody };
  'completeMcpAuth': { params: undefined; query: undefined; body: Filled<CompleteMcpAuthBody, 'timeoutMs'> };
  'countGuiItems': { params: undefined; query: undefined; body: undefined };
  'createChildSession': { params: CreateChildSessionParams; query: undefined; body: CreateChildSessionBody };
  'createGoal': { params: CreateGoalParams; query: undefined; body: Filled<CreateGoalBody, 'replace'> };
  'createManagedMcpServer': { params: undefined; query: CreateManagedMcpServerQuery; body: McpServerForm };
  'createProvider': { params: undefined; query: undefined; body: CreateProviderBody };
  'createSession': { params: undefined; query: undefined; body: CreateSessionBody };
  'createTerminal': { params: CreateTerminalParams; query: undefined; body: Filled<CreateTerminalBody, 'cols' | 'rows' | 'runtime_id'> };
  'debugContext': { params: DebugContextParams; query: Filled<DebugContextQuery, 'agent_id'>; body: undefined };
  'debugEvents': { params: DebugEventsParams; query: Filled<DebugEventsQuery, 'after_seq' | 'limit'>; body: undefined };
  'debugMemory': { params: undefined; query: undefined; body: undefined };
  'debugPermissions': { params: DebugPermissionsParams; query: DebugPermissionsQuery; body: undefined };
  'debugSessions': { params: undefined; query: undefined; body: undefined };
  'deleteCronJob': { params: DeleteCronJobParams; query: undefined; body: undefined };
  'deleteFile': { params: DeleteFileParams; query: undefined; body: undefined };
  'deleteManagedMcpServer': { params: DeleteManagedMcpServerParams; query: DeleteManagedMcpServerQuery; body: undefined };
  'deletePermissionRule': { params: DeletePermissionRuleParams; query: undefined; body: undefined };
  'deleteProvider': { params: DeleteProviderParams; query: undefined; body: undefined };
  'deleteSession': { params: DeleteSessionParams; query: undefined; body: undefined };
  'detachToolCall': { params: DetachToolCallParams; query: undefined; body: undefined };
  'diffFile': { params: DiffFileParams; query: undefined; body: Filled<DiffFileBody, 'runtime_id'> };
  'dismissQuestion': { params: DismissQuestionParams; query: undefined; body: undefined };
  'downloadFile': { params: DownloadFileParams; query: Filled<DownloadFileQuery, 'runtime_id'>; body: undefined };
  'editPrompt': { params: EditPromptParams; query: undefined; body: EditPromptBody };
  'explainPermission': { params: undefined; query: undefined; body: ExplainPermissionBody };
  'exportSession': { params: ExportSessionParams; query: undefined; body: Filled<ExportSessionBody, 'format' | 'desktop'> };
  'forkSession': { params: ForkSessionParams; query: undefined; body: ForkSessionBody };
  'generateSessionTitle': { params: GenerateSessionTitleParams; query: undefined; body: Filled<GenerateSessionTitleBody, 'force' | 'source'> };
  'getAccountRegion': { params: undefined; query: undefined; body: undefined };
  'getAccountUsage': { params: undefined; query: Filled<GetAccountUsageQuery, 'provider'>; body: undefined };
  'getAccountUser': { params: undefined; query: Filled<GetAccountUserQuery, 'provider'>; body: undefined };
  'getApproval': { params: GetApprovalParams; query: undefined; body: undefined };
  'getAsyncApi': { params: undefined; query: undefined; body: undefined };
  'getAuth': { params: undefined; query: undefined; body: undefined };
  'getCatalogProvider': { params: GetCatalogProviderParams; query: undefined; body: undefined };
  'getConfig': { params: undefined; query: undefined; body: undefined };
  'getDirectories': { params: GetDirectoriesParams; query: undefined; body: undefined };
  'getFile': { params: GetFileParams; query: undefined; body: undefined };
  'getGitStatus': { params: GetGitStatusParams; query: undefined; body: Filled<GetGitStatusBody, 'runtime_id'> };
  'getGoal': { params: GetGoalParams; query: undefined; body: undefined };
  'getGoalQueue': { params: GetGoalQueueParams; query: undefined; body: undefined };
  'getGuiItem': { params: undefined; query: GetGuiItemQuery; body: undefined };
  'getHealth': { params: undefined; query: undefined; body: undefined };
  'getHostFile': { params: undefined; query: GetHostFileQuery; body: undefined };
  'getHostHome': { params: undefined; query: undefined; body: undefined };
  'getLogin': { params: undefined; query: Filled<GetLoginQuery, 'provider'>; body: undefined };
  'getManagedMcpServer': { params: GetManagedMcpServerParams; query: GetManagedMcpServerQuery; body: undefined };
  'getMessage': { params: GetMessageParams; query: undefined; body: undefined };
  'getMeta': { params: undefined; query: undefined; body: undefined };
  'getOpenApi': { params: undefined; query: undefined; body: undefined };
  'getProvider': { params: GetProviderParams; query: undefined; body: undefined };
  'getRuntime': { params: GetRuntimeParams; query: undefined; body: undefined };
  'getSession': { params: GetSessionParams; query: undefined; body: undefined };
  'getSessionMedia': { params: GetSessionMediaParams; query: undefined; body: undefined };
  'getSessionProfile': { params: GetSessionProfileParams; query: undefined; body: undefined };
  'getSessionSnapshot': { params: GetSessionSnapshotParams; query: undefined; body: undefined };
  'getSessionStatus': { params: GetSessionStatusParams; query: undefined; body: undefined };
  'getSessionUsage': { params: GetSessionUsageParams; query: undefined; body: undefined };
  'getTask': { params: GetTaskParams; query: Filled<GetTaskQuery, 'with_output' | 'output_bytes'>; body: undefined };
  'getTerminal': { params: GetTerminalParams; query: undefined; body: undefined };
  'getTranscript': { params: GetTranscriptParams; query: Filled<GetTranscriptQuery, 'page_size' | 'prompts'>; body: undefined };
  'getTranscriptOps': { params: GetTranscriptOpsParams; query: GetTranscriptOpsQuery; body: undefined };
  'getUsage': { params: undefined; query: Filled<GetUsageQuery, 'limit'>; body: undefined };
  'getWorkspaceTrust': { params: GetWorkspaceTrustParams; query: undefined; body: undefined };
  'grepFiles': { params: GrepFilesParams; query: undefined; body: Filled<GrepFilesBody, 'regex' | 'case_sensitive' | 'follow_gitignore' | 'max_files' | 'max_matches_per_file' | 'max_total_matches' | 'context_lines' | 'runtime_id'> };
  'importCatalog': { params: undefined; query: undefined; body: ImportCatalogBody };
  'importRegistry': { params: undefined; query: undefined; body: ImportRegistryBody };
  'initSession': { params: InitSessionParams; query: undefined; body: undefined };
  'inspectMcpServers': { params: undefined; query: undefined; body: InspectMcpServersBody };
  'listAgents': { params: ListAgentsParams; query: undefined; body: undefined };
  'listApprovals': { params: ListApprovalsParams; query: ListApprovalsQuery; body: undefined };
  'listCatalogProviders': { params: undefined; query: undefined; body: undefined };
  'listChanges': { params: ListChangesParams; query: Filled<ListChangesQuery, 'hunks'>; body: undefined };
  'listChildSessions': { params: ListChildSessionsParams; query: Filled<ListChildSessionsQuery, 'page_size' | 'include_archive'>; body: undefined };
  'listConnections': { params: undefined; query: undefined; body: undefined };
  'listCronJobs': { params: ListCronJobsParams; query: undefined; body: undefined };
  'listFiles': { params: ListFilesParams; query: undefined; body: Filled<ListFilesBody, 'path' | 'depth' | 'limit' | 'show_hidden' | 'follow_gitignore' | 'sort' | 'include_git_status' | 'runtime_id'> };
  'listInbox': { params: undefined; query: Filled<ListInboxQuery, 'limit'>; body: undefined };
  'listInputHistory': { params: ListInputHistoryParams; query: Filled<ListInputHistoryQuery, 'limit'>; body: undefined };
  'listManagedMcpServers': { params: undefined; query: ListManagedMcpServersQuery; body: undefined };
  'listManyFiles': { params: ListManyFilesParams; query: undefined; body: Filled<ListManyFilesBody, 'depth' | 'limit' | 'show_hidden' | 'follow_gitignore' | 'sort' | 'include_git_status' | 'runtime_id'> };
  'listMcpAuthStatuses': { params: undefined; query: ListMcpAuthStatusesQuery; body: undefined };
  'listMcpServers': { params: undefined; query: ListMcpServersQuery; body: undefined };
  'listMessages': { params: ListMessagesParams; query: Filled<ListMessagesQuery, 'page_size'>; body: undefined };
  'listModels': { params: undefined; query: undefined; body: undefined };
  'listPermissionRules': { params: ListPermissionRulesParams; query: undefined; body: undefined };
  'listPlans': { params: ListPlansParams; query: ListPlansQuery; body: undefined };
  'listPrompts': { params: ListPromptsParams; query: Filled<ListPromptsQuery, 'agent_id'>; body: undefined };
  'listProviders': { params: undefined; query: undefined; body: undefined };
  'listQuestions': { params: ListQuestionsParams; query: ListQuestionsQuery; body: undefined };
  'listRuntimes': { params: undefined; query: ListRuntimesQuery; body: undefined };
  'listServers': { params: undefined; query: undefined; body: undefined };
  'listSessions': { params: undefined; query: Filled<ListSessionsQuery, 'include_archive' | 'archived_only' | 'exclude_empty'>; body: undefined };
  'listSkills': { params: ListSkillsParams; query: undefined; body: undefined };
  'listTasks': { params: ListTasksParams; query: ListTasksQuery; body: undefined };
  'listTerminals': { params: ListTerminalsParams; query: undefined; body: undefined };
  'listTodos': { params: ListTodosParams; query: Filled<ListTodosQuery, 'agent_id'>; body: undefined };
  'listTools': { params: undefined; query: ListToolsQuery; body: undefined };
  'listUserMessages': { params: ListUserMessagesParams; query: ListUserMessagesQuery; body: undefined };
  'listWarnings': { params: ListWarningsParams; query: undefined; body: undefined };
  'listWorkspaceAgents': { params: ListWorkspaceAgentsParams; query: undefined; body: undefined };
  'listWorkspaceSkills': { params: ListWorkspaceSkillsParams; query: undefined; body: undefined };
  'listWorkspaces': { params: undefined; query: undefined; body: undefined };
  'loadSession': { params: LoadSessionParams; query: undefined; body: LoadSessionBody };
  'logout': { params: undefined; query: undefined; body: Filled<LogoutBody, 'provider'> };
  'makeDirectory': { params: MakeDirectoryParams; query: undefined; body: Filled<MakeDirectoryBody, 'recursive' | 'runtime_id'> };
  'makeHostDirectory': { params: undefined; query: undefined; body: MakeHostDirectoryBody };
  'openFile': { params: OpenFileParams; query: undefined; body: Filled<OpenFileBody, 'runtime_id'> };
  'openFileIn': { params: OpenFileInParams; query: undefined; body: Filled<OpenFileInBody, 'runtime_id'> };
  'openRuntimePort': { params: OpenRuntimePortParams; query: undefined; body: OpenRuntimePortBody };
  'pauseGoal': { params: PauseGoalParams; query: undefined; body: undefined };
  'querySessions': { params: undefined; query: Filled<QuerySessionsQuery, 'meta.archived' | 'view' | 'sort' | 'page_size'>; body: undefined };
  'readFile': { params: ReadFileParams; query: undefined; body: Filled<ReadFileBody, 'offset' | 'length' | 'encoding' | 'runtime_id'> };
  'redoSession': { params: RedoSessionParams; query: undefined; body: Filled<RedoSessionBody, 'page_size' | 'dry_run' | 'force'> };
  'refreshLoginProviders': { params: undefined; query: undefined; body: undefined };
  'refreshProvider': { params: RefreshProviderParams; query: undefined; body: undefined };
  'refreshProviders': { params: undefined; query: undefined; body: undefined };
  'registerWorkspace': { params: undefined; query: undefined; body: RegisterWorkspaceBody };
  'reloadSession': { params: ReloadSessionParams; query: undefined; body: undefined };
  'removeGuiItem': { params: undefined; query: undefined; body: RemoveGuiItemBody };
  'removePrompt': { params: RemovePromptParams; query: undefined; body: undefined };
  'renameWorkspace': { params: RenameWorkspaceParams; query: undefined; body: RenameWorkspaceBody };
  'replaceDirectories': { params: ReplaceDirectoriesParams; query: undefined; body: ReplaceDirectoriesBody };
  'replaceManagedMcpServer': { params: ReplaceManagedMcpServerParams; query: ReplaceManagedMcpServerQuery; body: McpServerConfig };
  'replaceProvider': { params: ReplaceProviderParams; query: undefined; body: ReplaceProviderBody };
  'resetMcpAuth': { params: undefined; query: ResetMcpAuthQuery; body: McpLocator };
  'resolveApproval': { params: ResolveApprovalParams; query: undefined; body: ResolveApprovalBody };
  'restartMcpServer': { params: RestartMcpServerParams; query: RestartMcpServerQuery; body: undefined };
  'restoreQuarantined': { params: RestoreQuarantinedParams; query: undefined; body: undefined };
  'restoreSession': { params: RestoreSessionParams; query: undefined; body: undefined };
  'restoreSessions': { params: undefined; query: undefined; body: RestoreSessionsBody };
  'resumeGoal': { params: ResumeGoalParams; query: undefined; body: undefined };
  'retrySession': { params: RetrySessionParams; query: undefined; body: undefined };
  'revealFile': { params: RevealFileParams; query: undefined; body: Filled<RevealFileBody, 'runtime_id'> };
  'revertChange': { params: RevertChangeParams; query: undefined; body: Filled<RevertChangeBody, 'force'> };
  'runShell': { params: RunShellParams; query: undefined; body: Filled<RunShellBody, 'runtime_id'> };
  'searchFiles': { params: SearchFilesParams; query: undefined; body: Filled<SearchFilesBody, 'limit' | 'follow_gitignore' | 'runtime_id'> };
  'searchSessions': { params: undefined; query: undefined; body: Filled<SearchSessionsBody, 'mode' | 'op' | 'sort' | 'page_size'> };
  'searchWorkspaceFiles': { params: undefined; query: undefined; body: Filled<SearchWorkspaceFilesBody, 'limit' | 'follow_gitignore' | 'runtime_id'> };
  'setDefaultModel': { params: SetDefaultModelParams; query: undefined; body: undefined };
  'setGoalQueue': { params: SetGoalQueueParams; query: undefined; body: SetGoalQueueBody };
  'setGuiItem': { params: undefined; query: undefined; body: SetGuiItemBody };
  'setRuntime': { params: SetRuntimeParams; query: undefined; body: SetRuntimeBody };
  'shutdown': { params: undefined; query: undefined; body: undefined };
  'startLogin': { params: undefined; query: undefined; body: Filled<StartLoginBody, 'provider'> };
  'startSideAgent': { params: StartSideAgentParams; query: undefined; body: undefined };
  'statFile': { params: StatFileParams; query: undefined; body: Filled<StatFileBody, 'runtime_id'> };
  'statManyFiles': { params: StatManyFilesParams; query: undefined; body: Filled<StatManyFilesBody, 'runtime_id'> };
  'steerPrompt': { params: SteerPromptParams; query: undefined; body: undefined };
  'steerPrompts': { params: SteerPromptsParams; query: undefined; body: SteerPromptsBody };
  'streamSessionEvents': { params: StreamSessionEventsParams; query: Filled<StreamSessionEventsQuery, 'after_seq' | 'follow'>; body: undefined };
  'submitPrompt': { params: SubmitPromptParams; query: undefined; body: Filled<SubmitPromptBody, 'agent_id' | 'unattended'> };
  'suggestWorkspaceFiles': { params: undefined; query: undefined; body: Filled<SuggestWorkspaceFilesBody, 'limit' | 'follow_gitignore' | 'show_hidden' | 'runtime_id'> };
  'testMcpServer': { params: undefined; query: undefined; body: TestMcpServerBody };
  'trustWorkspace': { params: TrustWorkspaceParams; query: undefined; body: TrustWorkspaceBody };
  'undoSession': { params: UndoSessionParams; query: undefined; body: Filled<UndoSessionBody, 'count' | 'page_size' | 'restore_files' | 'dry_run' | 'force'> };
  'unregisterWorkspace': { params: UnregisterWorkspaceParams; query: undefined; body: undefined };
  'unrevertChange': { params: UnrevertChangeParams; query: undefined; body: UnrevertChangeBody };
  'untrustWorkspace': { params: UntrustWorkspaceParams; query: undefined; body: undefined };
  'updateConfig': { params: undefined; query: undefined; body: ConfigPatch };
  'updateSessionProfile': { params: UpdateSessionProfileParams; query: undefined; body: UpdateSessionProfileBody };
  'uploadFile': { params: undefined; query: undefined; body: UploadFileBody };
}

/** The type with the named fields present. */
type Filled<T, Keys extends keyof T> = T & { [Key in Keys]-?: Exclude<T[Key], undefined> };

export interface OperationFacts {
  name: OperationName;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** with `{names}` of path parameters and the action after a colon */
  path: string;
  /** the last parameter of the path takes slashes, plain or encoded */
  restOfPath: boolean;
  resource: 'agents' | 'prompts' | 'sessions' | 'skills' | 'workspaces' | 'questions' | 'sessionlists' | 'mcpauth' | 'fs' | 'goals' | 'oauth' | 'shell' | 'tasks' | 'gui' | 'terminals' | 'children' | 'mcpservers' | 'providers' | 'debug' | 'cron' | 'files' | 'permissions' | 'exports' | 'approvals' | 'server' | 'auth' | 'catalog' | 'config' | 'messages' | 'transcript' | 'usage' | 'changes' | 'connections' | 'inbox' | 'mcp' | 'models' | 'runtimes' | 'tools' | 'search' | 'events';
  auth: 'bearer' | 'none';
  /** how success is answered: in the envelope, as a bare document, as an event stream, as a page, as bytes */
  answer: 'envelope' | 'document' | 'events' | 'page' | 'bytes';
  /** the payload may be large */
  large: boolean;
  /** bytes only: parts of them can be asked for, and whether they changed */
  ranges: boolean;
  /** HTTP status of success */
  status: number;
  /** code of the success envelope */
  successCode: number;
  /** where it is there at all: see the meta-schema */
  registered: 'always' | 'loopback' | 'shutdown' | 'debug' | 'vis';
  hasBody: boolean;
  bodyRequired: boolean;
  /** 32 MiB of JSON are taken, else 4 MiB */
  longBody: boolean;
  /** how the body is sent: `application/json` or `multipart/form-data` */
  request: 'json' | 'form';
  params: readonly string[];
  query: readonly string[];
  /** query keys that may occur several times */
  repeatable: readonly string[];
  /** all errors it may answer, ordered by code */
  errors: readonly ErrorName[];
  /** HTTP status of errors where this operation's differs from the error's own */
  errorStatus: { readonly [Name in ErrorName]?: number };
}

export const operationTable: { readonly [Name in OperationName]: OperationFacts & { name: Name } } = {
  "abortAgent": {
    "name": "abortAgent",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/agents/{agent_id}:abort",
    "restOfPath": false,
    "resource": "agents",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "agent_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "abortPrompt": {
    "name": "abortPrompt",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/prompts/{prompt_id}:abort",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "prompt_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "PROMPT_NOT_FOUND",
      "SESSION_BUSY",
      "PROMPT_ALREADY_COMPLETED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "abortSession": {
    "name": "abortSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:abort",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "activateSkill": {
    "name": "activateSkill",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/skills/{skill_name}:activate",
    "restOfPath": false,
    "resource": "skills",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": true,
    "request": "json",
    "params": [
      "session_id",
      "skill_name"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "AUTH_PROVISIONING_REQUIRED",
      "AUTH_TOKEN_MISSING",
      "AUTH_TOKEN_UNAUTHORIZED",
      "AUTH_MODEL_NOT_RESOLVED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FILE_NOT_FOUND",
      "SKILL_NOT_FOUND",
      "SESSION_BUSY",
      "SKILL_NOT_ACTIVATABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "addDirectory": {
    "name": "addDirectory",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/dirs",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "addInputHistory": {
    "name": "addInputHistory",
    "method": "POST",
    "path": "/api/v1/workspaces/{workspace_id}/history",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "answerQuestion": {
    "name": "answerQuestion",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/questions/{question_id}",
    "restOfPath": false,
    "resource": "questions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "question_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "QUESTION_NOT_FOUND",
      "SESSION_BUSY",
      "APPROVAL_ALREADY_RESOLVED",
      "QUESTION_EXPIRED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "archiveSession": {
    "name": "archiveSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:archive",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "archiveSessions": {
    "name": "archiveSessions",
    "method": "POST",
    "path": "/api/v2/sessions:archive",
    "restOfPath": false,
    "resource": "sessionlists",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "beginMcpAuth": {
    "name": "beginMcpAuth",
    "method": "POST",
    "path": "/api/v2/mcp/auth:begin",
    "restOfPath": false,
    "resource": "mcpauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "MCP_OAUTH_FAILED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "browseHost": {
    "name": "browseHost",
    "method": "GET",
    "path": "/api/v1/fs:browse",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "path"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "cancelGoal": {
    "name": "cancelGoal",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/goal:cancel",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "cancelLogin": {
    "name": "cancelLogin",
    "method": "DELETE",
    "path": "/api/v1/oauth/login",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "provider"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "cancelMcpAuth": {
    "name": "cancelMcpAuth",
    "method": "POST",
    "path": "/api/v2/mcp/auth:cancel",
    "restOfPath": false,
    "resource": "mcpauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "cancelShell": {
    "name": "cancelShell",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/shell/{command_id}:cancel",
    "restOfPath": false,
    "resource": "shell",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "command_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "SESSION_BUSY",
      "TASK_ALREADY_FINISHED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "cancelTask": {
    "name": "cancelTask",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/tasks/{task_id}:cancel",
    "restOfPath": false,
    "resource": "tasks",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "task_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "TASK_NOT_FOUND",
      "SESSION_BUSY",
      "TASK_ALREADY_FINISHED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "clearGuiItems": {
    "name": "clearGuiItems",
    "method": "POST",
    "path": "/api/v1/gui/store/clear",
    "restOfPath": false,
    "resource": "gui",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "clearPlan": {
    "name": "clearPlan",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/plan:clear",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "closeAgent": {
    "name": "closeAgent",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/agents/{agent_id}:close",
    "restOfPath": false,
    "resource": "agents",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "agent_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "closeRuntimePort": {
    "name": "closeRuntimePort",
    "method": "DELETE",
    "path": "/api/v1/sessions/{session_id}/runtime/ports/{port}",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "loopback",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "port"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "closeTerminal": {
    "name": "closeTerminal",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/terminals/{terminal_id}:close",
    "restOfPath": false,
    "resource": "terminals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "loopback",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "terminal_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "TERMINAL_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "compactSession": {
    "name": "compactSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:compact",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "COMPACTION_UNABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "completeMcpAuth": {
    "name": "completeMcpAuth",
    "method": "POST",
    "path": "/api/v2/mcp/auth:complete",
    "restOfPath": false,
    "resource": "mcpauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_OAUTH_FAILED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "countGuiItems": {
    "name": "countGuiItems",
    "method": "GET",
    "path": "/api/v1/gui/store/length",
    "restOfPath": false,
    "resource": "gui",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "createChildSession": {
    "name": "createChildSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/children",
    "restOfPath": false,
    "resource": "children",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "createGoal": {
    "name": "createGoal",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/goal",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_ALREADY_EXISTS",
      "GOAL_OBJECTIVE_EMPTY",
      "GOAL_OBJECTIVE_TOO_LONG",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "createManagedMcpServer": {
    "name": "createManagedMcpServer",
    "method": "POST",
    "path": "/api/v2/mcp/servers",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "createProvider": {
    "name": "createProvider",
    "method": "POST",
    "path": "/api/v1/providers",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 201,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "PROVIDER_ALREADY_EXISTS",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "createSession": {
    "name": "createSession",
    "method": "POST",
    "path": "/api/v1/sessions",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FS_PATH_NOT_FOUND",
      "WORKSPACE_NOT_FOUND",
      "MODEL_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "GOAL_NOT_FOUND",
      "GOAL_NOT_RESUMABLE",
      "GOAL_OBJECTIVE_EMPTY",
      "GOAL_OBJECTIVE_TOO_LONG",
      "RUNTIME_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "createTerminal": {
    "name": "createTerminal",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/terminals",
    "restOfPath": false,
    "resource": "terminals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "loopback",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "RUNTIME_NOT_FOUND",
      "SESSION_BUSY",
      "RUNTIME_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "debugContext": {
    "name": "debugContext",
    "method": "GET",
    "path": "/api/v1/debug/sessions/{session_id}/context",
    "restOfPath": false,
    "resource": "debug",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "debug",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "debugEvents": {
    "name": "debugEvents",
    "method": "GET",
    "path": "/api/v1/debug/sessions/{session_id}/events",
    "restOfPath": false,
    "resource": "debug",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "debug",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "after_seq",
      "limit",
      "type"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "debugMemory": {
    "name": "debugMemory",
    "method": "GET",
    "path": "/api/v1/debug/memory",
    "restOfPath": false,
    "resource": "debug",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "debug",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "debugPermissions": {
    "name": "debugPermissions",
    "method": "GET",
    "path": "/api/v1/debug/sessions/{session_id}/permissions",
    "restOfPath": false,
    "resource": "debug",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "debug",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "tool",
      "subject"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "TOOL_NOT_AVAILABLE"
    ],
    "errorStatus": {}
  },
  "debugSessions": {
    "name": "debugSessions",
    "method": "GET",
    "path": "/api/v1/debug/sessions",
    "restOfPath": false,
    "resource": "debug",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "debug",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "deleteCronJob": {
    "name": "deleteCronJob",
    "method": "DELETE",
    "path": "/api/v1/sessions/{session_id}/cron/{job_id}",
    "restOfPath": false,
    "resource": "cron",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "job_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "deleteFile": {
    "name": "deleteFile",
    "method": "DELETE",
    "path": "/api/v1/files/{file_id}",
    "restOfPath": false,
    "resource": "files",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "file_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {
      "FILE_NOT_FOUND": 404,
      "PERSISTENCE_FAILURE": 500
    }
  },
  "deleteManagedMcpServer": {
    "name": "deleteManagedMcpServer",
    "method": "DELETE",
    "path": "/api/v2/mcp/servers/{name}",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "name"
    ],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "deletePermissionRule": {
    "name": "deletePermissionRule",
    "method": "DELETE",
    "path": "/api/v1/sessions/{session_id}/permission_rules/{rule_id}",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "rule_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "deleteProvider": {
    "name": "deleteProvider",
    "method": "DELETE",
    "path": "/api/v1/providers/{provider_id}",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 204,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "provider_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "PROVIDER_OAUTH_MANAGED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "PROVIDER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "deleteSession": {
    "name": "deleteSession",
    "method": "DELETE",
    "path": "/api/v1/sessions/{session_id}",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "detachToolCall": {
    "name": "detachToolCall",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/tool_calls/{tool_call_id}:detach",
    "restOfPath": false,
    "resource": "tasks",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "tool_call_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "TOOL_CALL_NOT_FOUND",
      "SESSION_BUSY",
      "TASK_ALREADY_FINISHED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "diffFile": {
    "name": "diffFile",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:diff",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FS_GIT_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "dismissQuestion": {
    "name": "dismissQuestion",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/questions/{question_id}:dismiss",
    "restOfPath": false,
    "resource": "questions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 40909,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "question_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "QUESTION_NOT_FOUND",
      "SESSION_BUSY",
      "APPROVAL_ALREADY_RESOLVED",
      "QUESTION_EXPIRED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "downloadFile": {
    "name": "downloadFile",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/fs/{path}:download",
    "restOfPath": true,
    "resource": "fs",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": true,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "path"
    ],
    "query": [
      "runtime_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "RUNTIME_NOT_FOUND",
      "FS_IS_DIRECTORY",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "editPrompt": {
    "name": "editPrompt",
    "method": "PATCH",
    "path": "/api/v1/sessions/{session_id}/prompts/{prompt_id}",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": true,
    "request": "json",
    "params": [
      "session_id",
      "prompt_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "PROMPT_NOT_FOUND",
      "FILE_NOT_FOUND",
      "SESSION_BUSY",
      "PROMPT_ALREADY_COMPLETED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "explainPermission": {
    "name": "explainPermission",
    "method": "POST",
    "path": "/api/v1/permissions:explain",
    "restOfPath": false,
    "resource": "permissions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "exportSession": {
    "name": "exportSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/export",
    "restOfPath": false,
    "resource": "exports",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "forkSession": {
    "name": "forkSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:fork",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "MESSAGE_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "generateSessionTitle": {
    "name": "generateSessionTitle",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/title/generate",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "SESSION_TITLE_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "getAccountRegion": {
    "name": "getAccountRegion",
    "method": "GET",
    "path": "/api/v1/oauth/region",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getAccountUsage": {
    "name": "getAccountUsage",
    "method": "GET",
    "path": "/api/v1/oauth/usage",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "provider"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getAccountUser": {
    "name": "getAccountUser",
    "method": "GET",
    "path": "/api/v1/oauth/userinfo",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "provider"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getApproval": {
    "name": "getApproval",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/approvals/{approval_id}",
    "restOfPath": false,
    "resource": "approvals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "approval_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "APPROVAL_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getAsyncApi": {
    "name": "getAsyncApi",
    "method": "GET",
    "path": "/asyncapi.json",
    "restOfPath": false,
    "resource": "server",
    "auth": "bearer",
    "answer": "document",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getAuth": {
    "name": "getAuth",
    "method": "GET",
    "path": "/api/v1/auth",
    "restOfPath": false,
    "resource": "auth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getCatalogProvider": {
    "name": "getCatalogProvider",
    "method": "GET",
    "path": "/api/v1/catalog/providers/{catalog_id}",
    "restOfPath": false,
    "resource": "catalog",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "catalog_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "CATALOG_ENTRY_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "CATALOG_UNAVAILABLE"
    ],
    "errorStatus": {}
  },
  "getConfig": {
    "name": "getConfig",
    "method": "GET",
    "path": "/api/v1/config",
    "restOfPath": false,
    "resource": "config",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getDirectories": {
    "name": "getDirectories",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/dirs",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getFile": {
    "name": "getFile",
    "method": "GET",
    "path": "/api/v1/files/{file_id}",
    "restOfPath": false,
    "resource": "files",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": true,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "file_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_NOT_FOUND",
      "FILE_EXPIRED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {
      "FILE_NOT_FOUND": 404,
      "FILE_EXPIRED": 404,
      "PERSISTENCE_FAILURE": 500
    }
  },
  "getGitStatus": {
    "name": "getGitStatus",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:git_status",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FS_GIT_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getGoal": {
    "name": "getGoal",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/goal",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getGoalQueue": {
    "name": "getGoalQueue",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/goal/queue",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getGuiItem": {
    "name": "getGuiItem",
    "method": "GET",
    "path": "/api/v1/gui/store/getItem",
    "restOfPath": false,
    "resource": "gui",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "key"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getHealth": {
    "name": "getHealth",
    "method": "GET",
    "path": "/api/v1/healthz",
    "restOfPath": false,
    "resource": "server",
    "auth": "none",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getHostFile": {
    "name": "getHostFile",
    "method": "GET",
    "path": "/api/v1/fs:content",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": true,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "path"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "FS_IS_DIRECTORY",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getHostHome": {
    "name": "getHostHome",
    "method": "GET",
    "path": "/api/v1/fs:home",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getLogin": {
    "name": "getLogin",
    "method": "GET",
    "path": "/api/v1/oauth/login",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "provider"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getManagedMcpServer": {
    "name": "getManagedMcpServer",
    "method": "GET",
    "path": "/api/v2/mcp/servers/{name}",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "name"
    ],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getMessage": {
    "name": "getMessage",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/messages/{message_id}",
    "restOfPath": false,
    "resource": "messages",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "message_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "MESSAGE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getMeta": {
    "name": "getMeta",
    "method": "GET",
    "path": "/api/v1/meta",
    "restOfPath": false,
    "resource": "server",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getOpenApi": {
    "name": "getOpenApi",
    "method": "GET",
    "path": "/openapi.json",
    "restOfPath": false,
    "resource": "server",
    "auth": "bearer",
    "answer": "document",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getProvider": {
    "name": "getProvider",
    "method": "GET",
    "path": "/api/v1/providers/{provider_id}",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "provider_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "PROVIDER_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getRuntime": {
    "name": "getRuntime",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/runtime",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getSession": {
    "name": "getSession",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getSessionMedia": {
    "name": "getSessionMedia",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/media/{file_id}",
    "restOfPath": false,
    "resource": "files",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": true,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "file_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FILE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {
      "SESSION_NOT_FOUND": 404,
      "FILE_NOT_FOUND": 404
    }
  },
  "getSessionProfile": {
    "name": "getSessionProfile",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/profile",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getSessionSnapshot": {
    "name": "getSessionSnapshot",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/snapshot",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "getSessionStatus": {
    "name": "getSessionStatus",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/status",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getSessionUsage": {
    "name": "getSessionUsage",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/usage",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getTask": {
    "name": "getTask",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/tasks/{task_id}",
    "restOfPath": false,
    "resource": "tasks",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "task_id"
    ],
    "query": [
      "with_output",
      "output_bytes"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "TASK_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getTerminal": {
    "name": "getTerminal",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/terminals/{terminal_id}",
    "restOfPath": false,
    "resource": "terminals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "loopback",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "terminal_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "TERMINAL_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getTranscript": {
    "name": "getTranscript",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/transcript",
    "restOfPath": false,
    "resource": "transcript",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id",
      "before_turn",
      "after_turn",
      "before_id",
      "after_id",
      "page_size",
      "prompts"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getTranscriptOps": {
    "name": "getTranscriptOps",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/transcript/ops",
    "restOfPath": false,
    "resource": "transcript",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id",
      "since_seq"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getUsage": {
    "name": "getUsage",
    "method": "GET",
    "path": "/api/v1/usage",
    "restOfPath": false,
    "resource": "usage",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "from",
      "to",
      "limit"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "getWorkspaceTrust": {
    "name": "getWorkspaceTrust",
    "method": "GET",
    "path": "/api/v1/workspaces/{workspace_id}/trust",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "grepFiles": {
    "name": "grepFiles",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:grep",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_GREP_TIMEOUT",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "importCatalog": {
    "name": "importCatalog",
    "method": "POST",
    "path": "/api/v1/providers:import_catalog",
    "restOfPath": false,
    "resource": "catalog",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 201,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "PROVIDER_OAUTH_MANAGED",
      "CATALOG_IMPORT_INVALID",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "CATALOG_ENTRY_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE",
      "CATALOG_UNAVAILABLE"
    ],
    "errorStatus": {}
  },
  "importRegistry": {
    "name": "importRegistry",
    "method": "POST",
    "path": "/api/v1/providers:import_registry",
    "restOfPath": false,
    "resource": "catalog",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 201,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "PROVIDER_OAUTH_MANAGED",
      "REGISTRY_IMPORT_INVALID",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "initSession": {
    "name": "initSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:init",
    "restOfPath": false,
    "resource": "agents",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "AUTH_PROVISIONING_REQUIRED",
      "AUTH_TOKEN_MISSING",
      "AUTH_TOKEN_UNAUTHORIZED",
      "AUTH_MODEL_NOT_RESOLVED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "inspectMcpServers": {
    "name": "inspectMcpServers",
    "method": "POST",
    "path": "/api/v2/mcp/servers:inspect",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listAgents": {
    "name": "listAgents",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/agents",
    "restOfPath": false,
    "resource": "agents",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listApprovals": {
    "name": "listApprovals",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/approvals",
    "restOfPath": false,
    "resource": "approvals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "status"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listCatalogProviders": {
    "name": "listCatalogProviders",
    "method": "GET",
    "path": "/api/v1/catalog/providers",
    "restOfPath": false,
    "resource": "catalog",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "CATALOG_UNAVAILABLE"
    ],
    "errorStatus": {}
  },
  "listChanges": {
    "name": "listChanges",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/changes",
    "restOfPath": false,
    "resource": "changes",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "from_turn",
      "to_turn",
      "path",
      "hunks"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listChildSessions": {
    "name": "listChildSessions",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/children",
    "restOfPath": false,
    "resource": "children",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "before_id",
      "after_id",
      "page_size",
      "busy",
      "include_archive"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listConnections": {
    "name": "listConnections",
    "method": "GET",
    "path": "/api/v1/connections",
    "restOfPath": false,
    "resource": "connections",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listCronJobs": {
    "name": "listCronJobs",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/cron",
    "restOfPath": false,
    "resource": "cron",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listFiles": {
    "name": "listFiles",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:list",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_TOO_MANY_RESULTS",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listInbox": {
    "name": "listInbox",
    "method": "GET",
    "path": "/api/v1/inbox",
    "restOfPath": false,
    "resource": "inbox",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "limit"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listInputHistory": {
    "name": "listInputHistory",
    "method": "GET",
    "path": "/api/v1/workspaces/{workspace_id}/history",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [
      "limit"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "listManagedMcpServers": {
    "name": "listManagedMcpServers",
    "method": "GET",
    "path": "/api/v2/mcp/servers",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listManyFiles": {
    "name": "listManyFiles",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:list_many",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listMcpAuthStatuses": {
    "name": "listMcpAuthStatuses",
    "method": "GET",
    "path": "/api/v2/mcp/auth-statuses",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "cwd",
      "verify"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listMcpServers": {
    "name": "listMcpServers",
    "method": "GET",
    "path": "/api/v1/mcp/servers",
    "restOfPath": false,
    "resource": "mcp",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "session_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listMessages": {
    "name": "listMessages",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/messages",
    "restOfPath": false,
    "resource": "messages",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "before_id",
      "after_id",
      "page_size",
      "role"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listModels": {
    "name": "listModels",
    "method": "GET",
    "path": "/api/v1/models",
    "restOfPath": false,
    "resource": "models",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listPermissionRules": {
    "name": "listPermissionRules",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/permission_rules",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listPlans": {
    "name": "listPlans",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/transcript/plan",
    "restOfPath": false,
    "resource": "transcript",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id",
      "tool_call_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "TOOL_CALL_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listPrompts": {
    "name": "listPrompts",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/prompts",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listProviders": {
    "name": "listProviders",
    "method": "GET",
    "path": "/api/v1/providers",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listQuestions": {
    "name": "listQuestions",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/questions",
    "restOfPath": false,
    "resource": "questions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "status"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listRuntimes": {
    "name": "listRuntimes",
    "method": "GET",
    "path": "/api/v1/runtimes",
    "restOfPath": false,
    "resource": "runtimes",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listServers": {
    "name": "listServers",
    "method": "GET",
    "path": "/api/v1/servers",
    "restOfPath": false,
    "resource": "server",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listSessions": {
    "name": "listSessions",
    "method": "GET",
    "path": "/api/v1/sessions",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "before_id",
      "after_id",
      "page_size",
      "busy",
      "include_archive",
      "archived_only",
      "exclude_empty",
      "workspace_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listSkills": {
    "name": "listSkills",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/skills",
    "restOfPath": false,
    "resource": "skills",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listTasks": {
    "name": "listTasks",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/tasks",
    "restOfPath": false,
    "resource": "tasks",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "status"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listTerminals": {
    "name": "listTerminals",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/terminals",
    "restOfPath": false,
    "resource": "terminals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "loopback",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listTodos": {
    "name": "listTodos",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/todos",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listTools": {
    "name": "listTools",
    "method": "GET",
    "path": "/api/v1/tools",
    "restOfPath": false,
    "resource": "tools",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "session_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listUserMessages": {
    "name": "listUserMessages",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/transcript/user-messages",
    "restOfPath": false,
    "resource": "transcript",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listWarnings": {
    "name": "listWarnings",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/warnings",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listWorkspaceAgents": {
    "name": "listWorkspaceAgents",
    "method": "GET",
    "path": "/api/v1/workspaces/{workspace_id}/agents",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listWorkspaceSkills": {
    "name": "listWorkspaceSkills",
    "method": "GET",
    "path": "/api/v1/workspaces/{workspace_id}/skills",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listWorkspaces": {
    "name": "listWorkspaces",
    "method": "GET",
    "path": "/api/v1/workspaces",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "loadSession": {
    "name": "loadSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:load",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "MODEL_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_ALREADY_EXISTS",
      "GOAL_NOT_FOUND",
      "GOAL_STATUS_INVALID",
      "GOAL_NOT_RESUMABLE",
      "GOAL_OBJECTIVE_EMPTY",
      "GOAL_OBJECTIVE_TOO_LONG",
      "RUNTIME_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "logout": {
    "name": "logout",
    "method": "POST",
    "path": "/api/v1/oauth/logout",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "makeDirectory": {
    "name": "makeDirectory",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:mkdir",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "RUNTIME_NOT_FOUND",
      "SESSION_BUSY",
      "FS_ALREADY_EXISTS",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "makeHostDirectory": {
    "name": "makeHostDirectory",
    "method": "POST",
    "path": "/api/v1/fs:mkdir",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "FS_ALREADY_EXISTS",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "openFile": {
    "name": "openFile",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:open",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "openFileIn": {
    "name": "openFileIn",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:open-in",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "openRuntimePort": {
    "name": "openRuntimePort",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/runtime/ports",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "loopback",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "RUNTIME_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "pauseGoal": {
    "name": "pauseGoal",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/goal:pause",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_NOT_FOUND",
      "GOAL_STATUS_INVALID",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "querySessions": {
    "name": "querySessions",
    "method": "GET",
    "path": "/api/v2/sessions",
    "restOfPath": false,
    "resource": "sessionlists",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "workspace.id",
      "activity.status",
      "meta.updated_after",
      "meta.updated_before",
      "meta.archived",
      "meta.has_prompt",
      "view",
      "group.page_size",
      "sort",
      "include",
      "fields",
      "page_size",
      "page",
      "page_token"
    ],
    "repeatable": [
      "workspace.id",
      "activity.status"
    ],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "PAGE_TOKEN_MISMATCH",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "readFile": {
    "name": "readFile",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:read",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "RUNTIME_NOT_FOUND",
      "FS_IS_DIRECTORY",
      "FS_IS_BINARY",
      "FILE_TOO_LARGE",
      "FS_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "redoSession": {
    "name": "redoSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:redo",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "SESSION_REDO_UNAVAILABLE",
      "SESSION_FILES_CHANGED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "refreshLoginProviders": {
    "name": "refreshLoginProviders",
    "method": "POST",
    "path": "/api/v1/providers:refresh_oauth",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "refreshProvider": {
    "name": "refreshProvider",
    "method": "POST",
    "path": "/api/v1/providers/{provider_id}:refresh",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "provider_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "PROVIDER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "refreshProviders": {
    "name": "refreshProviders",
    "method": "POST",
    "path": "/api/v1/providers:refresh",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "registerWorkspace": {
    "name": "registerWorkspace",
    "method": "POST",
    "path": "/api/v1/workspaces",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FS_PATH_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "reloadSession": {
    "name": "reloadSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:reload",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "removeGuiItem": {
    "name": "removeGuiItem",
    "method": "POST",
    "path": "/api/v1/gui/store/removeItem",
    "restOfPath": false,
    "resource": "gui",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "removePrompt": {
    "name": "removePrompt",
    "method": "DELETE",
    "path": "/api/v1/sessions/{session_id}/prompts/{prompt_id}",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "prompt_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "PROMPT_NOT_FOUND",
      "SESSION_BUSY",
      "PROMPT_ALREADY_COMPLETED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "renameWorkspace": {
    "name": "renameWorkspace",
    "method": "PATCH",
    "path": "/api/v1/workspaces/{workspace_id}",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "replaceDirectories": {
    "name": "replaceDirectories",
    "method": "PUT",
    "path": "/api/v1/sessions/{session_id}/dirs",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "replaceManagedMcpServer": {
    "name": "replaceManagedMcpServer",
    "method": "PUT",
    "path": "/api/v2/mcp/servers/{name}",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "name"
    ],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "replaceProvider": {
    "name": "replaceProvider",
    "method": "PUT",
    "path": "/api/v1/providers/{provider_id}",
    "restOfPath": false,
    "resource": "providers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "provider_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "PROVIDER_OAUTH_MANAGED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "PROVIDER_NOT_FOUND",
      "PROVIDER_ALREADY_EXISTS",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "resetMcpAuth": {
    "name": "resetMcpAuth",
    "method": "POST",
    "path": "/api/v2/mcp/auth:reset",
    "restOfPath": false,
    "resource": "mcpauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "cwd"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "MCP_OAUTH_FAILED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "resolveApproval": {
    "name": "resolveApproval",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/approvals/{approval_id}",
    "restOfPath": false,
    "resource": "approvals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "approval_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "APPROVAL_NOT_FOUND",
      "SESSION_BUSY",
      "APPROVAL_ALREADY_RESOLVED",
      "APPROVAL_EXPIRED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "restartMcpServer": {
    "name": "restartMcpServer",
    "method": "POST",
    "path": "/api/v1/mcp/servers/{mcp_server_id}:restart",
    "restOfPath": false,
    "resource": "mcp",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "mcp_server_id"
    ],
    "query": [
      "session_id"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "restoreQuarantined": {
    "name": "restoreQuarantined",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/runtime/quarantine/{n}:restore",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "n"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "SESSION_BUSY",
      "FS_ALREADY_EXISTS",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "restoreSession": {
    "name": "restoreSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:restore",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "restoreSessions": {
    "name": "restoreSessions",
    "method": "POST",
    "path": "/api/v2/sessions:restore",
    "restOfPath": false,
    "resource": "sessionlists",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "resumeGoal": {
    "name": "resumeGoal",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/goal:resume",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_NOT_FOUND",
      "GOAL_NOT_RESUMABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "retrySession": {
    "name": "retrySession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:retry",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "AUTH_PROVISIONING_REQUIRED",
      "AUTH_TOKEN_MISSING",
      "AUTH_TOKEN_UNAUTHORIZED",
      "AUTH_MODEL_NOT_RESOLVED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "SESSION_UNDO_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "revealFile": {
    "name": "revealFile",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:reveal",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "revertChange": {
    "name": "revertChange",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/changes:revert",
    "restOfPath": false,
    "resource": "changes",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "SESSION_BUSY",
      "SESSION_FILES_CHANGED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "runShell": {
    "name": "runShell",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/shell",
    "restOfPath": false,
    "resource": "shell",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "SESSION_BUSY",
      "RUNTIME_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE",
      "TOOL_EXECUTION_FAILED",
      "TOOL_NOT_AVAILABLE"
    ],
    "errorStatus": {}
  },
  "searchFiles": {
    "name": "searchFiles",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:search",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "searchSessions": {
    "name": "searchSessions",
    "method": "POST",
    "path": "/api/v1/search",
    "restOfPath": false,
    "resource": "search",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "searchWorkspaceFiles": {
    "name": "searchWorkspaceFiles",
    "method": "POST",
    "path": "/api/v1/workspace/fs:search",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "setDefaultModel": {
    "name": "setDefaultModel",
    "method": "POST",
    "path": "/api/v1/models/{model_id}:set_default",
    "restOfPath": false,
    "resource": "models",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "model_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MODEL_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "setGoalQueue": {
    "name": "setGoalQueue",
    "method": "PUT",
    "path": "/api/v1/sessions/{session_id}/goal/queue",
    "restOfPath": false,
    "resource": "goals",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_OBJECTIVE_EMPTY",
      "GOAL_OBJECTIVE_TOO_LONG",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "setGuiItem": {
    "name": "setGuiItem",
    "method": "POST",
    "path": "/api/v1/gui/store/setItem",
    "restOfPath": false,
    "resource": "gui",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": true,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "setRuntime": {
    "name": "setRuntime",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/runtime",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "SESSION_BUSY",
      "RUNTIME_UNAVAILABLE",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "shutdown": {
    "name": "shutdown",
    "method": "POST",
    "path": "/api/v1/shutdown",
    "restOfPath": false,
    "resource": "server",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "shutdown",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "startLogin": {
    "name": "startLogin",
    "method": "POST",
    "path": "/api/v1/oauth/login",
    "restOfPath": false,
    "resource": "oauth",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "ACCOUNT_SERVICE_UNAVAILABLE"
    ],
    "errorStatus": {}
  },
  "startSideAgent": {
    "name": "startSideAgent",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:btw",
    "restOfPath": false,
    "resource": "agents",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "AUTH_PROVISIONING_REQUIRED",
      "AUTH_TOKEN_MISSING",
      "AUTH_TOKEN_UNAUTHORIZED",
      "AUTH_MODEL_NOT_RESOLVED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "statFile": {
    "name": "statFile",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:stat",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FS_PATH_NOT_FOUND",
      "FS_PERMISSION_DENIED",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "statManyFiles": {
    "name": "statManyFiles",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/fs:stat_many",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "FS_PATH_ESCAPES_SESSION",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "steerPrompt": {
    "name": "steerPrompt",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/prompts/{prompt_id}:steer",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "prompt_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "PROMPT_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "steerPrompts": {
    "name": "steerPrompts",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/prompts:steer",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "PROMPT_NOT_FOUND",
      "SESSION_BUSY",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "streamSessionEvents": {
    "name": "streamSessionEvents",
    "method": "GET",
    "path": "/api/v1/sessions/{session_id}/events",
    "restOfPath": false,
    "resource": "events",
    "auth": "bearer",
    "answer": "events",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "after_seq",
      "epoch",
      "follow",
      "volatile",
      "inflight",
      "types",
      "agent_id",
      "until"
    ],
    "repeatable": [
      "agent_id"
    ],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "submitPrompt": {
    "name": "submitPrompt",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/prompts",
    "restOfPath": false,
    "resource": "prompts",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": true,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "AUTH_PROVISIONING_REQUIRED",
      "AUTH_TOKEN_MISSING",
      "AUTH_TOKEN_UNAUTHORIZED",
      "AUTH_MODEL_NOT_RESOLVED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "FILE_NOT_FOUND",
      "MODEL_NOT_FOUND",
      "SKILL_NOT_FOUND",
      "SESSION_BUSY",
      "PROMPT_ALREADY_COMPLETED",
      "SKILL_NOT_ACTIVATABLE",
      "GOAL_ALREADY_EXISTS",
      "GOAL_NOT_FOUND",
      "GOAL_STATUS_INVALID",
      "GOAL_NOT_RESUMABLE",
      "GOAL_OBJECTIVE_EMPTY",
      "GOAL_OBJECTIVE_TOO_LONG",
      "GOAL_UNSUPPORTED_AGENT",
      "PROMPT_ID_CONFLICT",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "suggestWorkspaceFiles": {
    "name": "suggestWorkspaceFiles",
    "method": "POST",
    "path": "/api/v1/workspace/fs:suggest",
    "restOfPath": false,
    "resource": "fs",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "RUNTIME_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "testMcpServer": {
    "name": "testMcpServer",
    "method": "POST",
    "path": "/api/v2/mcp/servers:test",
    "restOfPath": false,
    "resource": "mcpservers",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "MCP_SERVER_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "trustWorkspace": {
    "name": "trustWorkspace",
    "method": "POST",
    "path": "/api/v1/workspaces/{workspace_id}/trust",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "undoSession": {
    "name": "undoSession",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}:undo",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "SESSION_BUSY",
      "SESSION_UNDO_UNAVAILABLE",
      "SESSION_FILES_CHANGED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "unregisterWorkspace": {
    "name": "unregisterWorkspace",
    "method": "DELETE",
    "path": "/api/v1/workspaces/{workspace_id}",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "unrevertChange": {
    "name": "unrevertChange",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/changes:unrevert",
    "restOfPath": false,
    "resource": "changes",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "RESOURCE_NOT_FOUND",
      "SESSION_BUSY",
      "SESSION_FILES_CHANGED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "untrustWorkspace": {
    "name": "untrustWorkspace",
    "method": "POST",
    "path": "/api/v1/workspaces/{workspace_id}/untrust",
    "restOfPath": false,
    "resource": "workspaces",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "workspace_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "WORKSPACE_NOT_FOUND",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "updateConfig": {
    "name": "updateConfig",
    "method": "POST",
    "path": "/api/v1/config",
    "restOfPath": false,
    "resource": "config",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "updateSessionProfile": {
    "name": "updateSessionProfile",
    "method": "POST",
    "path": "/api/v1/sessions/{session_id}/profile",
    "restOfPath": false,
    "resource": "sessions",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "SESSION_NOT_FOUND",
      "MODEL_NOT_FOUND",
      "SESSION_BUSY",
      "GOAL_ALREADY_EXISTS",
      "GOAL_NOT_FOUND",
      "GOAL_STATUS_INVALID",
      "GOAL_NOT_RESUMABLE",
      "GOAL_OBJECTIVE_EMPTY",
      "GOAL_OBJECTIVE_TOO_LONG",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  },
  "uploadFile": {
    "name": "uploadFile",
    "method": "POST",
    "path": "/api/v1/files",
    "restOfPath": false,
    "resource": "files",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "always",
    "hasBody": true,
    "bodyRequired": true,
    "longBody": false,
    "request": "form",
    "params": [],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "REQUEST_MALFORMED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "FILE_TOO_LARGE",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR",
      "PERSISTENCE_FAILURE"
    ],
    "errorStatus": {}
  }
};
