/** Skills, agents, and errors in their files. */
import { canonicalOr } from '../sessions/skills/requests.js';
import { ApiError } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function skillHandlers({ config, sessions, workspaces }: ApiDeps) {
  const rootOf = (id: string): string => {
    const workspace = workspaces.find(id);
    if (!workspace) throw new ApiError('WORKSPACE_NOT_FOUND');
    return canonicalOr(workspace.root);
  };
  return {
    listSkills: async ({ params }) => ({ skills: await sessions.skills.list(sessions.places(params.session_id)) }),
    activateSkill: async ({ params, body }) => ({
      activated: true,
      skill_name: await sessions.activate(params.session_id, params.skill_name, body),
    }),
    listWorkspaceSkills: async ({ params }) => ({
      skills: await sessions.skills.list({ cwd: rootOf(params.workspace_id) }),
    }),
    listWorkspaceAgents: async ({ params }) => ({
      profiles: await sessions.skills.agents(rootOf(params.workspace_id)),
    }),
    async listWarnings({ params }) {
      const place = sessions.places(params.session_id);
      const [found, servers, model, damage, runtime] = await Promise.all([
        sessions.skills.warnings(place),
        sessions.servers.warnings(place),
        sessions.modelWarnings(params.session_id),
        sessions.damage(params.session_id),
        sessions.runtimes.warnings(params.session_id),
      ]);
      const configured = config.warnings().map((message) => ({
        code: 'config-invalid' as const,
        message,
        severity: 'warning' as const,
      }));
      const budget = sessions.budgetWarnings(params.session_id);
      return { warnings: [...found, ...servers, ...configured, ...model, ...damage, ...budget, ...runtime] };
    },
    async reloadSession({ params }) {
      config.refresh();
      await sessions.reload(params.session_id);
      return {};
    },
  } satisfies Partial<Handlers>;
}
