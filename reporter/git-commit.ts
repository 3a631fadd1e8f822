import { execFileSync } from 'node:child_process';

/** The commit that is checked out around a folder; null where there is none, or no git. */
export function readGitCommit(folder: string): string | null {
  try {
    const output = execFileSync('git', ['rev-parse', '--verify', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
    return output.trim() || null;
  } catch {
    return null;
  }
}
