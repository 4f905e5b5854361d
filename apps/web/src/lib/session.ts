/** Who is signed in, kept in this browser tab's sessionStorage under the names the specification gives. */
import { create } from 'zustand';

export interface MenuNode {
  readonly ShortCode: string;
  readonly T_MenuName: string;
  /** Comma list of button codes granted there. */
  readonly T_UserMenuBtn: string;
  /** Not shown in the menu; it opens all the same. */
  readonly T_Hidden?: boolean;
  /** Its picture where administrators chose one. */
  readonly T_Icon?: string;
  readonly ChildMenu: readonly MenuNode[];
}

/** What signing in answers about the person; more may come with it. */
export interface SessionUser {
  readonly UserName: string;
  readonly account: string;
  readonly deptName?: string | null;
  readonly position?: string | null;
  readonly avatar?: string | null;
  readonly roles?: readonly string[];
  readonly projectCode?: string | null;
  readonly mustChangePassword?: boolean;
}

/** One open page, as it survives a reload. */
export interface Tag {
  /** Pathname and query. */
  readonly path: string;
  readonly title: string;
  readonly pinned: boolean;
}

export interface SessionState {
  readonly user: SessionUser | null;
  readonly userId: string;
  readonly token: string;
  readonly menuList: readonly MenuNode[];
  readonly functionList: readonly MenuNode[];
  readonly tagsList: readonly Tag[];
}

export type SignedIn = Omit<SessionState, 'tagsList'>;

const KEYS = ['user', 'userId', 'token', 'menuList', 'functionList', 'tagsList'] as const;

const EMPTY: SessionState = { user: null, userId: '', token: '', menuList: [], functionList: [], tagsList: [] };

const read = <T>(key: string, fallback: T): T => {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
};

const load = (): SessionState => ({
  user: read('user', EMPTY.user),
  userId: read('userId', ''),
  token: read('token', ''),
  menuList: read('menuList', EMPTY.menuList),
  functionList: read('functionList', EMPTY.functionList),
  tagsList: read('tagsList', EMPTY.tagsList),
});

export const useSession = create<SessionState>(() => load());

/** As the tab keeps it, whoever has written it. */
export const storedSession = load;

const save = (part: Partial<SessionState>) => {
  for (const [key, value] of Object.entries(part)) sessionStorage.setItem(key, JSON.stringify(value));
  useSession.setState(part);
};

/** Other browser tabs hear of a sign-out through it, and new ones of who is signed in. */
export const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hengneng-session');

/** Which browser tab a person has worked in last, while anybody is signed in. */
export const LAST_TAB_KEY = 'hengneng.lastTab';

export const startSession = (session: SignedIn): void => save({ ...session, tagsList: [] });

export const saveTags = (tagsList: readonly Tag[]): void => save({ tagsList });

/** The person's menus as they are by now. */
export const saveMenus = (menuList: readonly MenuNode[], functionList: readonly MenuNode[]): void =>
  save({ menuList, functionList });

export const updateUser = (part: Partial<SessionUser>): void => {
  const { user } = useSession.getState();
  if (user) save({ user: { ...user, ...part } });
};

/**
 * Forgets who was signed in.
 * @param others which other browser tabs are signed out, too: all of the person, or those with the very session that has ended. A session that ran
 *   out in a tab of yesterday ends no newer one.
 */
export const clearSession = (others: 'none' | 'sameSession' | 'samePerson'): void => {
  const { userId, token } = useSession.getState();
  for (const key of KEYS) sessionStorage.removeItem(key);
  useSession.setState(EMPTY);
  if (others === 'none' || userId === '') return;
  localStorage.removeItem(LAST_TAB_KEY);
  channel?.postMessage({ kind: 'signedOut', userId, ...(others === 'sameSession' ? { token } : {}) });
};

export const isSignedIn = (): boolean => useSession.getState().token !== '';

export const sessionHeaders = (): Record<string, string> => {
  const { userId, token } = useSession.getState();
  return token === '' ? {} : { UserIdValue: userId, TokenValue: token };
};

/** A path inside this site: one leading slash, so that no other host can be meant. */
export const safeRedirect = (path: string | null): string | null =>
  path !== null && /^\/(?![/\\])/.test(path) && !/^\/(Login|mobileLogin|resetPassword)?([?#]|$)/.test(path)
    ? path
    : null;

/** Pages for the phone have a sign-in of their own, which leads back to them. */
export const onPhonePage = (): boolean => location.pathname.startsWith('/mobile');

const here = (): string => location.pathname + location.search + location.hash;

let leaving = false;

/** True once the page is on its way to the sign-in page: nothing should hold it any more. */
export const isLeaving = (): boolean => leaving;

const toLogin = (query: Record<string, string>) => {
  leaving = true;
  const text = new URLSearchParams(query).toString();
  const page = onPhonePage() ? '/mobileLogin' : '/Login';
  // In place of this page, which would only lead there again: going back goes where one came from.
  location.replace(text === '' ? page : `${page}?${text}`);
};

/** What the sign-in page says to the page that it lies over, once somebody has signed in. */
export const SIGNED_IN_OVER = 'hengneng.signedInOver';

let signInOver: ((leave: () => void) => void) | null = null;

/** How it is signed in over a page; without it every lost session leaves the page. The phone's keeps what is typed by itself. */
export const signInOverBy = (show: (leave: () => void) => void): void => {
  signInOver = show;
};

/** Whether the page would ask before it is left: whatever holds input says so by itself. */
const holdsInput = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * The server does not know the session any more. However many requests fail at once, this happens once. A page that holds input stays, and is
 * signed in to again where it is.
 */
export const sessionLost = (): void => {
  if (leaving || !isSignedIn()) return;
  const leave = () => toLogin({ redirect: here(), reason: 'expired' });
  if (signInOver === null || !holdsInput()) leave();
  else signInOver(leave);
};

/** Without a session: to the sign-in page, and back here afterwards. */
export const requireSignIn = (): void => toLogin({ redirect: here() });

export const leaveToLogin = (): void => toLogin({});

/** Follows sign-outs in other browser tabs. Call once. */
export const followOtherTabs = (): void => {
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const data = event.data;
    if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'signedOut') return;
    const { userId, token } = useSession.getState();
    const mine = 'userId' in data && data.userId === userId && (!('token' in data) || data.token === token);
    if (mine && !leaving) toLogin({ redirect: here(), reason: 'signedOut' });
  });
  // The browser may show a page that one went back to as it was left, with everything of the person who has signed out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && read('token', '') !== useSession.getState().token) location.reload();
  });
};
