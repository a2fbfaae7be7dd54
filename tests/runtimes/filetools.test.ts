/** File tools stay in the workspace while a sandboxed command swaps directories for links (runtimes.md 8.1, 15). */
import { describe, expect, jest, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { tools } from '../../daemon/tools/index.js';
import { ToolFailure } from '../../daemon/tools/tool.js';
import { until } from '../helpers/daemon.js';
import { place, put, start, useSandbox } from './confined.js';
import { available } from './machine.js';

jest.setTimeout(120_000);
useSandbox();

(available ? describe : describe.skip)('beside a command of the sandbox', () => {
  test('no file tool follows a link that a command puts in its way meanwhile', async () => {
    const [outside, work] = [join(place.userHome, 'settings'), join(place.cwd, 'work')];
    put(join(outside, 'rc'), 'of the user');
    put(join(work, 'rc'), 'of the project');
    const flip = `const fs = require("fs"); fs.writeFileSync("flips", "");
      for (;;) try {
        fs.rmSync("aside", { recursive: true, force: true }); fs.renameSync("work", "aside");
        fs.symlinkSync("${outside}", "work"); fs.unlinkSync("work"); fs.renameSync("aside", "work");
      } catch {}`;
    const shell = await start(`exec node -e '${flip}'`);
    await until('the flipping', () => (existsSync(join(place.cwd, 'flips')) ? true : undefined));
    const done = { refused: 0, run: 0 };
    const attempt = async (tool: 'Read' | 'Write', given: Record<string, string>): Promise<string> => {
      const input = given as unknown as ToolInputs['Read'] & ToolInputs['Write'];
      const context = place.run({ runtimeId: 'sandbox' });
      try {
        const plan = await tools[tool].plan(input, context);
        const { subject } = plan;
        // like permission, which asks about paths outside of the workspace
        if (subject.kind !== 'path' || !subject.resolved.startsWith(place.cwd)) throw new ToolFailure('asks');
        const result = await tools[tool].run(input, { ...context, plan });
        done.run += 1;
        return String(result.output);
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        done.refused += 1;
        return '';
      }
    };
    const once = async (at: number): Promise<void> => {
      await attempt('Write', { path: join(work, 'rc'), content: 'x', mode: 'append' });
      if (at % 10 === 0) await attempt('Write', { path: join(work, `made${at}`, 'rc'), content: 'x' });
      expect(await attempt('Read', { path: join(work, 'rc') })).not.toContain('of the user');
    };
    try {
      for (let at = 0; at < 500; at += 50)
        await Promise.all(Array.from({ length: 50 }, (_, index) => once(at + index)));
    } finally {
      process.kill(shell.pid, 'SIGKILL');
    }
    await shell.exited;
    expect(readdirSync(outside)).toEqual(['rc']);
    expect(readFileSync(join(outside, 'rc'), 'utf8')).toBe('of the user');
    expect(Math.min(done.refused, done.run)).toBeGreaterThan(0);
    // the kernel ends the command a moment after its guard
    await until('the end of the flipping', () => {
      try {
        rmSync(place.cwd, { recursive: true, force: true });
        return true;
      } catch {
        return undefined;
      }
    });
  });
});
