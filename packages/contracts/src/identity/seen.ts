/** What an administrator was shown of somebody's roles and projects, as a text to send along: the same for the same rows in whatever order. */

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
