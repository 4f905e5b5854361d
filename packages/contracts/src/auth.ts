/** Signing in and out, changing the password. */
import { z } from 'zod';
import { call } from './call.ts';

const phone = z.string('请输入正确的手机号').regex(/^1\d{10}$/, '请输入正确的手机号');
const sealed = z.string().max(2000, '内容过长');
/** Left open: the tree's type is `MenuTreeNode` of identity.ts; signing in only passes it on. */
const menus = z.array(z.unknown());

export const signInAnswer = z.object({
  user: z.object({
    userId: z.string(),
    account: z.string(),
    UserName: z.string(),
    T_OutSideDeptId: z.string(),
    deptName: z.string(),
    position: z.string().nullable(),
    avatar: z.string().nullable(),
    roles: z.array(z.string()),
    /** The project that the person is assigned to, where it is just one: pages begin with it. */
    projectCode: z.string().nullable(),
    mustChangePassword: z.boolean(),
  }),
  userId: z.string(),
  token: z.string(),
  menuList: menus,
  functionList: menus,
  mustChangePassword: z.boolean(),
});

export const jsEncrypt = call('POST', '/webapi/Anonymous/JsEncrypt', '取一次性登录公钥', {
  input: z.object({}),
  output: z.object({ keyId: z.string(), publicKey: z.string() }),
});

export const login = call('POST', '/webapi/Anonymous/Login', '账号密码登录', {
  input: z.object({
    keyId: z.string('缺少密钥编号').max(64, '密钥编号不正确'),
    account: z.string('请输入账号').trim().min(1, '请输入账号').max(64, '账号不正确'),
    password: sealed.min(1, '请输入密码'),
  }),
  output: signInAnswer,
});

export const sendVerification = call('GET', '/webapi/Anonymous/SendVerificationByLogin', '发送登录验证码', {
  input: z.object({ phone }),
  output: z.object({ seconds: z.number() }),
});

export const loginByPhone = call('POST', '/webapi/Anonymous/LoginByNobodyPhone', '手机验证码登录，或取得改密令牌', {
  input: z.object({
    phone,
    code: z.string('请输入6位验证码').regex(/^\d{6}$/, '请输入6位验证码'),
    purpose: z.enum(['login', 'reset'], '用途只能是 login 或 reset').default('login'),
  }),
  output: z.union([signInAnswer, z.object({ userId: z.string(), token: z.string() })]),
});

export const editPassword = call('POST', '/webapi/UserInfo/EditPaw', '修改密码', {
  input: z.object({
    keyId: z.string('缺少密钥编号').max(64, '密钥编号不正确'),
    oldPassword: sealed.optional(),
    newPassword: sealed.min(1, '请输入新密码'),
  }),
  output: z.object({ done: z.literal(true) }),
});

export const logout = call('POST', '/webapi/UserInfo/Logout', '退出登录，或让自己的另一处登录下线', {
  input: z.object({
    /** Of one's own devices, another than this. */
    sessionId: z.string().max(64).optional(),
  }),
  output: z.object({ done: z.literal(true) }),
});
