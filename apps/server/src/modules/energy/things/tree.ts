/** Rows that name their parents as a tree. Rows whose parent is not among them stand at the top. */
interface Row {
  readonly Id: string;
  readonly ParentId: string | null;
}
export type Nested<R extends Row> = R & { readonly Children: Nested<R>[] };

export const nested = <R extends Row>(rows: readonly R[]): Nested<R>[] => {
  const nodes = new Map<string, Nested<R>>(rows.map((row) => [row.Id, { ...row, Children: [] }]));
  const top: Nested<R>[] = [];
  for (const node of nodes.values()) {
    const parent = node.ParentId === null ? undefined : nodes.get(node.ParentId);
    (parent?.Children ?? top).push(node);
  }
  return top;
};
