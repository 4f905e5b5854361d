/** What an administrator was shown of things with several rows (somebody's roles, a year's holidays), as a text to send along: the same for the same rows in whatever order. */

type Words = readonly (string | null | undefined)[];

/** Never empty, so that it can be told from not being sent. */
const textOf = (rows: readonly Words[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row.map((word) => word ?? ''))).sort());

interface Term {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** Only what people put in: what a post brings along is nobody's to save. */
export const seenRoles = (rows: readonly (Term & { readonly roleId: string; readonly direct: boolean })[]): string =>
  textOf(rows.filter(({ direct }) => direct).map(({ roleId, from, to }) => [roleId, from, to]));

export const seenProjects = (
  rows: readonly (Term & { readonly ProjectCode: string; readonly projectRole?: string | null | undefined })[],
): string => textOf(rows.map(({ ProjectCode, projectRole, from, to }) => [ProjectCode, projectRole, from, to]));

export const seenDays = (
  days: readonly { readonly day: string; readonly off: boolean; readonly name: string }[],
): string => textOf(days.map(({ day, off, name }) => [day, off ? '休' : '班', name]));

/** Of a figure in a dictionary: from when on it was and is to be which value. */
export const seenVersions = (versions: readonly { readonly From: string | null; readonly Value: string }[]): string =>
  textOf(versions.map(({ From, Value }) => [From, Value]));

/** 加入方式, in words: put in for good or for a time, and by which post. */
export const joinedHow = (row: {
  readonly direct: boolean;
  readonly to: string | null;
  readonly post: string | null;
}): string =>
  [
    ...(row.direct ? [row.to === null ? '直接' : '临时'] : []),
    ...(row.post === null ? [] : [`岗位自动（${row.post}）`]),
  ].join('、');
