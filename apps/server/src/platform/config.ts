/** Settings from the environment, checked at start-up; README lists them. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { MailSettings } from './mail/mail.ts';

export const SERVICES = ['web', 'emc', 'bpm', 'ops', 'srm', 'pms', 'jobs', 'mqtt'] as const;
export type Service = (typeof SERVICES)[number];

const port = z.coerce.number('必须是数字').int('必须是整数').min(0, '不能小于0').max(65535, '不能大于65535');
const flag = z
  .enum(['0', '1', 'true', 'false', ''], '只能是 0 或 1')
  .transform((text) => text === '1' || text === 'true');
const blank = (value: unknown): unknown => (value === '' ? undefined : value);

const settings = z.object({
  PORT: z.preprocess(blank, port.default(8090)),
  HOST: z.preprocess(blank, z.string().default('0.0.0.0')),
  DATA_DIR: z.preprocess(blank, z.string().default('./data')),
  DATABASE_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, '必须以 postgres:// 开头')
      .optional(),
  ),
  DEMO: z.preprocess(blank, flag.optional()),
  ADMIN_PASSWORD: z.preprocess(blank, z.string().min(10, '至少10位').optional()),
  MQTT_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^mqtts?:\/\//, '必须以 mqtt:// 开头')
      .optional(),
  ),
  MQTT_PORT: z.preprocess(blank, port.default(1883)),
  S3_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^s3s?:\/\//, '必须以 s3:// 开头')
      .optional(),
  ),
  UPLOAD_LIMIT_MB: z.preprocess(
    blank,
    z.coerce.number('必须是数字').int('必须是整数').min(50, '不能小于50').max(2048, '不能大于2048').default(1024),
  ),
  SMTP_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^smtps?:\/\//, '必须以 smtp:// 或 smtps:// 开头')
      .refine((text) => URL.canParse(text), '不是正确的地址，例如 smtp://用户:密码@邮件服务器:587')
      .optional(),
  ),
  MAIL_FROM: z.preprocess(
    blank,
    z
      .string()
      .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, '应为 邮箱，或 名称 <邮箱>')
      .optional(),
  ),
  PUBLIC_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^https?:\/\/[^/\s]+\/?$/, '必须是 http:// 或 https:// 开头、不带路径的地址')
      .optional(),
  ),
  ICP_NUMBER: z.preprocess(
    blank,
    z
      .string()
      .regex(/^\p{Script=Han}ICP(备|证)\d{6,12}号(-\d{1,3})?$/u, '应为网站备案号，例如 沪ICP备12345678号-1')
      .optional(),
  ),
  SMS_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^https?:\/\//, '必须以 http:// 或 https:// 开头')
      .refine((text) => URL.canParse(text), '不是正确的地址')
      .optional(),
  ),
  SMS_KEY: z.preprocess(blank, z.string().min(16, '至少16位').optional()),
  SMS_PRICE: z.preprocess(
    blank,
    z
      .string()
      .regex(/^\d(\.\d{1,2})?$/, '应为 0 至 9.99 元，最多两位小数')
      .optional(),
  ),
  PAY_URL: z.preprocess(
    blank,
    z
      .string()
      .regex(/^https?:\/\//, '必须以 http:// 或 https:// 开头')
      .refine((text) => URL.canParse(text), '不是正确的地址')
      .optional(),
  ),
  PAY_KEY: z.preprocess(blank, z.string().min(16, '至少16位').optional()),
  SERVICES: z.preprocess(
    blank,
    z
      .string()
      .default(SERVICES.join(','))
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(SERVICES, `只能是 ${SERVICES.join('、')}`)).min(1, '至少一项')),
  ),
  PORTS_COMPAT: z.preprocess(blank, flag.default(false)),
  LOG_LEVEL: z.preprocess(
    blank,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], '级别不正确').default('info'),
  ),
});

const schema = settings
  .refine((of) => (of.PAY_URL === undefined) === (of.PAY_KEY === undefined), {
    message: 'PAY_URL 与 PAY_KEY 须一起设置',
    path: ['PAY_KEY'],
  })
  .refine((of) => of.SMS_KEY === undefined || of.SMS_URL !== undefined, {
    message: '必须填写：设置了 SMS_KEY，就要有短信网关',
    path: ['SMS_URL'],
  })
  .refine((of) => of.SMTP_URL === undefined || of.MAIL_FROM !== undefined, {
    message: '必须填写：设置了 SMTP_URL，就要有发件人',
    path: ['MAIL_FROM'],
  });

/** How announcements to households leave. */
export interface NoticeSettings {
  /** Gateway of short messages; null: none go out, but for the demo's message outbox. */
  readonly smsUrl: string | null;
  /** What it and we sign with; null: it is sent unsigned, and nobody may tell what arrived. */
  readonly smsKey: string | null;
  /** Fen for one; null: nobody said. */
  readonly smsPrice: number | null;
  /** Where people open the product, without the last slash; null: messages carry no link. */
  readonly publicUrl: string | null;
}

/** The service that asks WeChat and Alipay for money. */
export interface PaySettings {
  /** Without the last slash. */
  readonly url: string;
  /** What both sides sign with. */
  readonly key: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  readonly demo: boolean;
  readonly adminPassword: string | null;
  /** The number under which the site is registered, which its public pages have to show. */
  readonly icpNumber: string | null;
  /** Somebody's broker; null: the product is one itself, on `mqttPort`. */
  readonly mqttUrl: string | null;
  readonly mqttPort: number;
  readonly s3Url: string | null;
  /** The most that one film of the library may weigh. */
  readonly uploadLimitBytes: number;
  /** Null: no notice goes out by e-mail. */
  readonly mail: MailSettings | null;
  readonly notices: NoticeSettings;
  /** Null: no payment codes are scanned, but for the demo's simulator. */
  readonly pay: PaySettings | null;
  readonly services: ReadonlySet<Service>;
  readonly portsCompat: boolean;
  readonly logLevel: string;
}

/** @throws Error in Chinese that names every wrong setting */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success)
    throw new Error(
      `设置有误：${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('；')}`,
    );
  const of = parsed.data;
  // The embedded database shows the demo company unless told otherwise; an outside one never does by itself.
  const demo = of.DEMO ?? of.DATABASE_URL === undefined;
  return {
    port: of.PORT,
    host: of.HOST,
    dataDir: resolve(of.DATA_DIR),
    databaseUrl: of.DATABASE_URL ?? null,
    demo,
    adminPassword: of.ADMIN_PASSWORD ?? null,
    icpNumber: of.ICP_NUMBER ?? null,
    mqttUrl: of.MQTT_URL ?? null,
    mqttPort: of.MQTT_PORT,
    s3Url: of.S3_URL ?? null,
    uploadLimitBytes: of.UPLOAD_LIMIT_MB * 1024 * 1024,
    mail:
      of.SMTP_URL === undefined || of.MAIL_FROM === undefined
        ? null
        : { url: of.SMTP_URL, from: of.MAIL_FROM, productUrl: of.PUBLIC_URL ?? null },
    notices: {
      smsUrl: of.SMS_URL ?? null,
      smsKey: of.SMS_KEY ?? null,
      smsPrice: of.SMS_PRICE === undefined ? null : Math.round(Number(of.SMS_PRICE) * 100),
      // Links of a demo work where it runs.
      publicUrl: of.PUBLIC_URL?.replace(/\/$/, '') ?? (demo ? `http://localhost:${of.PORT}` : null),
    },
    pay:
      of.PAY_URL === undefined || of.PAY_KEY === undefined
        ? null
        : { url: of.PAY_URL.replace(/\/$/, ''), key: of.PAY_KEY },
    services: new Set(of.SERVICES),
    portsCompat: of.PORTS_COMPAT,
    logLevel: of.LOG_LEVEL,
  };
}
