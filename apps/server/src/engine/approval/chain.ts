import { createHash } from 'node:crypto';
import type { ModuleId } from '@hengneng/core';
import { chainBodyOf, type ChainText, type FormShape } from '@hengneng/form-kit';
import { canonical } from './canonical.ts';
import type { Chain } from './types.ts';

/** A chain with the hash by which versions that say the same are known. */
export const sealedChain = (moduleId: ModuleId, text: ChainText): Chain => {
  const body = { moduleId, ...text };
  return { ...body, hash: createHash('sha256').update(canonical(body)).digest('hex') };
};

/** The chain of a definition. */
export const chainOf = (form: FormShape): Chain => sealedChain(form.id, chainBodyOf(form));
