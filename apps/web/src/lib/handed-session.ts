/**
 * A session is kept by one browser tab. A link that is opened in a new one (of the menu, of a message) begins there without any: it asks the tabs
 * that are open before it sends anybody to the sign-in page.
 */
import { channel, LAST_TAB_KEY, type SessionState, type SignedIn, startSession, useSession } from './session.ts';

/** Held by each tab with a session for as long as it is open. */
const LOCK = 'hengneng.session';

/** A tab that is there is waited for, however busy; where the browser does not tell, no longer than a person likes whose other tab has gone. */
const LONGEST_WAIT_MS = { there: 8_000, unknown: 1_500 };

const ownTab = crypto.randomUUID();

interface Handed {
  readonly kind: 'session';
  readonly to: string;
  readonly tab: string;
  readonly session: SignedIn;
}

const isAsked = (data: unknown): data is { readonly kind: 'asked'; readonly by: string } =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'asked' && 'by' in data;

const isHanded = (data: unknown): data is Handed =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'session' && 'to' in data;

/** Only a session that may work is handed on: a password that has to be changed first is changed where one signed in. */
const toHand = ({ user, userId, token, menuList, functionList }: SessionState): SignedIn | null =>
  user === null || user.mustChangePassword === true || token === ''
    ? null
    : { user, userId, token, menuList, functionList };

/** Browsers know of locks on https and on this machine only. */
const knowsLocks = (): boolean => 'locks' in navigator;

/** How long an answer may take; 0 where nobody is there to give one. */
const longestWait = async (): Promise<number> => {
  if (!knowsLocks()) return LONGEST_WAIT_MS.unknown;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK) ? LONGEST_WAIT_MS.there : 0;
};

/** Answers new browser tabs from now on, and notes whether it is this one that the person works in. Call once. */
export const handOnSession = (): void => {
  if (knowsLocks()) void navigator.locks.request(LOCK, { mode: 'shared' }, () => new Promise(() => undefined));
  const note = () => {
    if (toHand(useSession.getState())) localStorage.setItem(LAST_TAB_KEY, ownTab);
  };
  const used = () => {
    if (document.visibilityState === 'visible') note();
  };
  used();
  addEventListener('focus', used);
  document.addEventListener('visibilitychange', used);
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Somebody has signed out and with that taken back which tab was used last (this one may not see so yet): there is still this tab to ask.
    if (!isAsked(data) && !isHanded(data)) note();
    const session = isAsked(data) ? toHand(useSession.getState()) : null;
    if (isAsked(data) && session)
      channel?.postMessage({ kind: 'session', to: data.by, tab: ownTab, session } satisfies Handed);
  });
};

/**
 * Takes over who is signed in in another browser tab: in the one used last, where several people are.
 * @returns whether there is a session now
 */
export const takeHandedSession = async (): Promise<boolean> => {
  const lastTab = localStorage.getItem(LAST_TAB_KEY);
  // Nobody is signed in in this browser: nobody is waited for.
  const line = channel;
  if (line === null || lastTab === null) return false;
  const wait = await longestWait();
  let listener: ((event: MessageEvent<unknown>) => void) | undefined;
  const session = await new Promise<SignedIn | null>((resolve) => {
    let other: SignedIn | null = null;
    setTimeout(() => resolve(other), wait);
    listener = ({ data }) => {
      if (!isHanded(data) || data.to !== ownTab) return;
      if (data.tab === lastTab) resolve(data.session);
      other ??= data.session;
    };
    line.addEventListener('message', listener);
    line.postMessage({ kind: 'asked', by: ownTab });
  });
  if (listener) line.removeEventListener('message', listener);
  if (session === null) {
    // That tab was closed without signing out.
    localStorage.removeItem(LAST_TAB_KEY);
    return false;
  }
  startSession(session);
  return true;
};
