/** Which service a call belongs to, by the first part of its path: what `SERVICES` divides among processes. */
import type { Service } from '../config.ts';

const BY_PREFIX: Readonly<Record<string, Service>> = {
  webapi: 'web',
  emcapi: 'emc',
  bpmapi: 'bpm',
  api: 'ops',
  srmapi: 'srm',
  pmsapi: 'pms',
};

/** @throws where a path belongs to no service: it would be served by nobody */
export function serviceOf(path: string): Service {
  const service = BY_PREFIX[path.split('/')[1] ?? ''];
  if (service === undefined) throw new Error(`no service serves ${path}`);
  return service;
}
