/** What was typed into a sheet and not sent: kept in the browser, by a key of its own. */

/** After that nobody comes back for what was not sent. */
const KEPT_MS = 7 * 86_400_000;

/** What was left here; nothing where the browser keeps nothing. */
export const loadKept = <T>(key: string): Readonly<Record<string, T>> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('drafts' in kept)) return {};
    return Date.now() - Number(kept.at) > KEPT_MS ? {} : (kept.drafts as Readonly<Record<string, T>>);
  } catch {
    return {};
  }
};

export const keepAll = <T>(key: string, drafts: Readonly<Record<string, T>>, isFilled: (draft: T) => boolean): void => {
  try {
    const filled = Object.entries(drafts).filter(([, draft]) => isFilled(draft));
    if (filled.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), drafts: Object.fromEntries(filled) }));
  } catch {
    // Without storage it is kept as long as the page is open.
  }
};
