/**
 * `GetProjectSetUp` and `InsertProjectSetUp` keep all settings without calls of their own; `GetDataMessageByType` tells what happened by its
 * kind, `ExpFile` takes along what a page shows. Each part adds its kinds here, with their own checks and access.
 */
import type { z } from 'zod';
import { type Access, admits } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { fieldErrors } from '../../../platform/http/zod-messages.ts';

/** One side of a kind: who may, what it takes, what it does. */
interface Side<T = unknown> {
  readonly access: Access;
  run(ctx: Ctx, raw: unknown): Promise<T>;
}

/** Makes a side of a shape and a handler for what the shape lets through. */
export const side = <I extends z.ZodType, T>(
  access: Access,
  input: I,
  run: (ctx: Ctx, input: z.output<I>) => Promise<T>,
): Side<T> => ({
  access,
  run: (ctx, raw) => {
    const parsed = input.safeParse(raw);
    if (!parsed.success) throw invalid(fieldErrors(parsed.error));
    return run(ctx, parsed.data);
  },
});

export interface SettingKind {
  readonly read: Side;
  /** Absent: what only follows from elsewhere. */
  readonly write?: Side;
}

/** A map that each name is put into once. */
class Kinds<T> {
  readonly #known = new Map<string, T>();

  add(name: string, kind: T): void {
    if (this.#known.has(name)) throw new Error(`registered twice: ${name}`);
    this.#known.set(name, kind);
  }

  get(name: string): T | undefined {
    return this.#known.get(name);
  }
}

export class SettingRegistry {
  /** By SetType. */
  readonly settings = new Kinds<SettingKind>();
  /** By Type of `GetDataMessageByType`. */
  readonly messages = new Kinds<Side>();
  /** By Kind of `ExpFile`: the name of the page whose rows leave. */
  readonly exports = new Kinds<Side<FileAnswer>>();
}

const pass = <T>(ctx: Ctx, one: Side<T>, raw: unknown): Promise<T> => {
  if (!admits(one.access, ctx.session)) throw forbidden();
  return one.run(ctx, raw);
};

const NO_SETTING = '不支持的设置类型';

export const readSetting = (
  registry: SettingRegistry,
  ctx: Ctx,
  raw: { readonly SetType: string },
): Promise<unknown> => {
  const kind = registry.settings.get(raw.SetType);
  if (kind === undefined) throw refused(NO_SETTING);
  return pass(ctx, kind.read, raw);
};

export const writeSetting = (
  registry: SettingRegistry,
  ctx: Ctx,
  raw: { readonly SetType: string },
): Promise<unknown> => {
  const kind = registry.settings.get(raw.SetType);
  if (kind?.write === undefined) throw refused(NO_SETTING);
  return pass(ctx, kind.write, raw);
};

export const readMessage = (registry: SettingRegistry, ctx: Ctx, raw: { readonly Type: string }): Promise<unknown> => {
  const kind = registry.messages.get(raw.Type);
  if (kind === undefined) throw refused('不支持的数据类型');
  return pass(ctx, kind, raw);
};

export const exportKind = (
  registry: SettingRegistry,
  ctx: Ctx,
  raw: { readonly Kind: string },
): Promise<FileAnswer> => {
  const kind = registry.exports.get(raw.Kind);
  if (kind === undefined) throw refused('不支持的导出类型');
  return pass(ctx, kind, raw);
};
