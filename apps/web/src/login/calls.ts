/** The calls of the sign-in pages. Passwords leave the browser only encrypted with a key that the server made for this one use. */
import type { demoAccounts as demoAccountsCall, OutputOf } from '@hengneng/contracts';
import { JSEncrypt } from 'jsencrypt';
import { ApiError, type CallOptions, callPath, messageOf } from '../lib/api.ts';
import { type MenuNode, onPhonePage, type SessionUser, startSession } from '../lib/session.ts';

/** What went wrong; in a basement people want to know first that their readings are safe. */
export const failureOf = (error: unknown): string =>
  onPhonePage() && error instanceof ApiError && error.offline ? '网络不可用，已保存的抄表数据不会丢' : messageOf(error);

interface PublicKey {
  readonly keyId: string;
  readonly publicKey: string;
}

export interface SignInAnswer {
  readonly user: SessionUser;
  readonly userId: string;
  readonly token: string;
  readonly menuList: readonly MenuNode[];
  readonly functionList: readonly MenuNode[];
  readonly mustChangePassword?: boolean;
}

const takeKey = () => callPath<PublicKey>('POST', '/webapi/Anonymous/JsEncrypt', {});

const encrypt = (key: PublicKey, text: string): string => {
  const rsa = new JSEncrypt();
  rsa.setPublicKey(key.publicKey);
  const sealed = rsa.encrypt(text);
  if (sealed === false) throw new ApiError(0, '密码过长或含有无法加密的字符');
  return sealed;
};

/** Encrypts with a fresh key; if the key ran out on the way, once more with another. */
const withKey = async <T>(send: (keyId: string, seal: (text: string) => string) => Promise<T>): Promise<T> => {
  const attempt = async () => {
    const key = await takeKey();
    return send(key.keyId, (text) => encrypt(key, text));
  };
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.errors.some((one) => one.path === 'keyId')) return attempt();
    throw error;
  }
};

export const signIn = (account: string, password: string): Promise<SignInAnswer> =>
  withKey((keyId, seal) => callPath('POST', '/webapi/Anonymous/Login', { keyId, account, password: seal(password) }));

export const sendCode = (phone: string): Promise<{ readonly seconds: number }> =>
  callPath('GET', '/webapi/Anonymous/SendVerificationByLogin', { phone });

export const signInByPhone = (phone: string, code: string): Promise<SignInAnswer> =>
  callPath('POST', '/webapi/Anonymous/LoginByNobodyPhone', { phone, code });

/** Proves the phone; what it answers is good for changing the password and nothing else. */
export const proveByPhone = (
  phone: string,
  code: string,
): Promise<{ readonly userId: string; readonly token: string }> =>
  callPath('POST', '/webapi/Anonymous/LoginByNobodyPhone', { phone, code, purpose: 'reset' });

export const changePassword = (newPassword: string, oldPassword: string | null): Promise<unknown> =>
  withKey((keyId, seal) =>
    callPath('POST', '/webapi/UserInfo/EditPaw', {
      keyId,
      newPassword: seal(newPassword),
      ...(oldPassword === null ? {} : { oldPassword: seal(oldPassword) }),
    }),
  );

export type Demo = OutputOf<typeof demoAccountsCall>;

/** The demo company's accounts; empty outside demo mode. */
export const demoAccounts = (options: CallOptions): Promise<Demo> =>
  callPath('GET', '/webapi/Anonymous/Demo', {}, options);

const holds = (nodes: readonly MenuNode[], code: string): boolean =>
  nodes.some((node) => node.ShortCode === code || holds(node.ChildMenu ?? [], code));

/**
 * Whether the menus that came with signing in hold the screen of a path, or it names one record: people who are asked about a record have no
 * menu of its module, often. Whether they may see it, the server says.
 */
export const mayOpen = (answer: SignInAnswer, path: string): boolean => {
  const query = new URLSearchParams(path.split('#')[0]?.split('?')[1]);
  if (query.has('BusinessId') || query.has('O_BusinessId')) return true;
  const code = path.split(/[?#]/)[0]?.replace(/^\//, '').replaceAll('/', '.') ?? '';
  return holds(answer.menuList, code) || holds(answer.functionList, code);
};

/** Stores the session. Answers false when the account holds no menu at all and must not go on. */
export const takeSession = (answer: SignInAnswer): boolean => {
  const mustChangePassword = answer.mustChangePassword === true || answer.user.mustChangePassword === true;
  if (!mustChangePassword && answer.menuList.length + answer.functionList.length === 0) return false;
  startSession({
    user: { ...answer.user, mustChangePassword },
    userId: answer.userId,
    token: answer.token,
    menuList: answer.menuList,
    functionList: answer.functionList,
  });
  return true;
};
