/** Types that are one of a few values. Written by `npm run codegen`; changes belong into the schema files. */

export const enums = {
  FinishReason: ["end_turn","tool_use","max_tokens","filtered","paused","other"],
  GitFileStatus: ["clean","modified","added","deleted","renamed","untracked","ignored","conflicted"],
  McpAuthStatus: ["not-applicable","bearer-token","oauth-required","oauth-expired","oauth-authorized","unavailable"],
  PermissionMode: ["manual","yolo","auto"],
  PromptLimit: ["steps","usd","time"],
  ProviderType: ["agent","openai","openai_responses","anthropic","google-genai","vertexai","offline"],
  SessionActivity: ["running","approval","question","failed","idle"],
} as const;
