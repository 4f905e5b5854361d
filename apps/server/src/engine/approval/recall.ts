/** A directory of people that remembers its answers for a few seconds: for showing people, never for asking them. */
import type { HandlerSource, Where } from './types.ts';

const FRESH_MS = 3000;
/** Beyond this everything is forgotten, so that memory stays bounded. */
const MOST = 20_000;

interface Kept<V> {
  readonly at: number;
  readonly value: V;
}

const placeOf = ({ projectCode, deptId, community = null }: Where): string => `${projectCode} ${deptId} ${community}`;

export const recalling = (source: HandlerSource, clock: () => number = () => performance.now()): HandlerSource => {
  const answers = new Map<string, Kept<Promise<never>>>();
  const recall = <V>(key: string, ask: () => Promise<V>): Promise<V> => {
    const known = answers.get(key) as Kept<Promise<V>> | undefined;
    if (known !== undefined && clock() - known.at < FRESH_MS) return known.value;
    if (answers.size >= MOST) answers.clear();
    const value = ask();
    answers.set(key, { at: clock(), value: value as Promise<never> });
    value.catch(() => answers.delete(key));
    return value;
  };
  const names = new Map<string, Kept<string>>();
  return {
    byRole: (db, role, where) => recall(`r ${role} ${placeOf(where)}`, () => source.byRole(db, role, where)),
    projectManager: (db, project) => recall(`p ${project}`, () => source.projectManager(db, project)),
    areaManager: (db, where) => recall(`a ${placeOf(where)}`, () => source.areaManager(db, where)),
    deptManager: (db, dept) => recall(`d ${dept}`, () => source.deptManager(db, dept)),
    people: (db, ids) => recall(`u ${ids.join()}`, () => source.people(db, ids)),
    userNames: async (db, ids) => {
      const now = clock();
      if (names.size >= MOST) names.clear();
      const known = (id: string): boolean => now - (names.get(id)?.at ?? -Infinity) < FRESH_MS;
      const missing = ids.filter((id) => !known(id));
      if (missing.length > 0) {
        for (const [id, value] of await source.userNames(db, missing)) names.set(id, { at: now, value });
      }
      return new Map(
        ids.flatMap((id) => {
          const name = names.get(id);
          return name === undefined ? [] : [[id, name.value] as const];
        }),
      );
    },
  };
};
