/** Why the product does not start, in words that say what can be done. */
import { codeOf } from './error-code.ts';

export const EMBEDDED = '内置数据库启动失败：';
const DATABASE = '无法连接 DATABASE_URL 指定的数据库';
/** Of an outside server. */
const OUTSIDE: Readonly<Record<string, string>> = {
  ECONNREFUSED: '该地址没有数据库在运行',
  ECONNRESET: '连接被中断',
  ENOTFOUND: '没有这个主机名',
  EAI_AGAIN: '现在查不到这个主机名',
  ETIMEDOUT: '该地址没有回应',
  EHOSTUNREACH: '该地址无法到达',
  '28P01': '用户名或密码不正确',
  '28000': '该用户不允许连接',
  '3D000': '没有这个数据库，请先创建',
  '42501': '该用户没有建表的权限',
};

const pathOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : '数据目录';

/** @param outside whether the database is somebody's own */
export const startProblem = (error: unknown, outside: boolean): string => {
  const message = error instanceof Error ? error.message : String(error);
  // The embedded database has said it already.
  if (message.startsWith(EMBEDDED)) return message;
  const code = codeOf(error) ?? '';
  if (code === 'ENOSPC' || code === '53100' || /No space left|could not extend file/.test(message))
    return `磁盘空间不足，请腾出空间后再启动（${message}）`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `没有写入 ${pathOf(error)} 的权限：请给予权限，或用 DATA_DIR 换一个文件夹`;
  if (['EEXIST', 'ENOTDIR'].includes(code)) return `${pathOf(error)} 不是文件夹：请用 DATA_DIR 指到一个文件夹`;
  const why = outside ? OUTSIDE[code] : undefined;
  // The driver's words, which hold neither name nor password.
  return why === undefined ? message : `${DATABASE}：${why}（${message}）`;
};
