/** What waits in a queue: done together, which costs least; where that fails each by itself, so that one that cannot be done keeps no other waiting. */
export async function togetherOrAlone<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  failed: unknown[],
): Promise<void> {
  try {
    return await work(items);
  } catch (error) {
    if (items.length === 1) {
      failed.push(error);
      return;
    }
  }
  for (const item of items) await togetherOrAlone([item], work, failed);
}
