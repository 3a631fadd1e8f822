import type { AppTestError } from '../../protocol/index.js';
import type { Finding } from './finding.js';
import type { Project } from './project/project.js';
import type { Visit } from './server/visit.js';

/** What every check may look at. */
export interface Examination {
  project: Project;
  /** One for each server that the tests would reach; none where nothing names a server. */
  visits: readonly Visit[];
  /** What is wrong with the options that name the servers. */
  optionError: AppTestError | null;
}

/** One thing that goes wrong in practice. */
export interface Check {
  /** Stable: programs that read `--json` match on it. */
  id: string;
  /** For people, at most 20 characters. */
  title: string;
  run(examination: Examination): Finding[] | Promise<Finding[]>;
}
