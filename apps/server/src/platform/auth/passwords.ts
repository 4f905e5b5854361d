/** Passwords: argon2id at rest, RSA on the way, rules for new ones. */
import { constants, generateKeyPair, privateDecrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { invalid } from '../http/errors.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const KEY_MINUTES = 5;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let stand: Promise<string> | undefined;
/** Verifying takes the same time for an account that does not exist, or has no password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  stand ??= hashPassword('nobody has this password');
  const known = stored !== null && stored !== '';
  const fits = await verify(known ? stored : await stand, password).catch(() => false);
  return known && fits;
}

const pair = promisify(generateKeyPair);

/** A key for one use within five minutes, shared between processes through the database. */
export async function newKey(db: Db): Promise<{ readonly keyId: string; readonly publicKey: string }> {
  const { publicKey, privateKey } = await pair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { rows } = await sql<{ id: string }>`with old as (delete from rsa_key where expires_at < now())
    insert into rsa_key (private_key, expires_at) values (${privateKey}, now() + make_interval(mins => ${KEY_MINUTES})) returning id`.execute(
    db,
  );
  return { keyId: rows[0]?.id ?? '', publicKey };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes a key and opens what was sealed with it. A tampered text opens to other bytes, never to an error.
 * @throws invalid at `keyId` where the key is used up or too old
 */
export async function unseal(db: Db | Tx, keyId: string, ...sealed: readonly string[]): Promise<readonly string[]> {
  const { rows } = UUID.test(keyId)
    ? await sql<{
        private_key: string;
      }>`delete from rsa_key where id = ${keyId} and expires_at > now() returning private_key`.execute(db)
    : { rows: [] };
  const key = rows[0]?.private_key;
  if (!key) throw invalid([{ path: 'keyId', message: '登录密钥已过期，请重试' }]);
  return sealed.map((text) => {
    try {
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text, 'base64')).toString(
        'utf8',
      );
    } catch {
      return '\u0000';
    }
  });
}

const COMMON = /^(?:password|passw0rd|qwerty|asdf|zxcv|admin|welcome|iloveyou|abc|123|111|000)/i;

/** What is wrong with a new password; null where nothing is. */
export function passwordProblem(password: string, account: string, phone: string | null): string | null {
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(password)).length;
  if (password.length < 10 || classes < 3) return '密码至少10位，须含大小写字母、数字、符号中的三类';
  if (password.length > 64) return '密码最多64位';
  const lower = password.toLowerCase();
  if (lower.includes(account.toLowerCase()) || (phone !== null && phone !== '' && password.includes(phone)))
    return '密码不能包含账号或手机号';
  return COMMON.test(password) && new Set(password).size < 6 ? '密码过于简单，请换一个' : null;
}
