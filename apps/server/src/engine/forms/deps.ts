import type { AuditKind } from '@hengneng/contracts';
import type { FieldError, ModuleId } from '@hengneng/core';
import type { Approval, HandlerSource } from '../approval/types.ts';
import type { RawBuilder } from 'kysely';
import type { Effect } from './effect.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Asked } from '../../platform/db/asked.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { ReferenceRegistry } from '../references/types.ts';
import type { Catalog } from './catalog.ts';
import type { LabelCache } from './labels.ts';

/** One act on a record, for the audit. */
export interface RecordAct {
  readonly kind: Extract<AuditKind, '单据' | '审批' | '导出'>;
  readonly action: string;
  readonly moduleId: ModuleId;
  readonly businessId: string;
  /** 单号, or the module's title while there is none. */
  readonly object: string | RawBuilder<string>;
  /** What was said with it. */
  readonly summary?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface StoredAttachment {
  readonly Id: string;
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
  readonly BusinessNode: string | null;
  readonly UserId: string;
  readonly UserName: string;
  readonly at: string;
}

/** Stored files, as the form engine needs them. */
export interface FilePort {
  /** Binds the files whose URLs stand in a record to it, so that who may see the record may fetch them; answers errors for URLs that are not the person's to use. */
  bind(
    tx: Tx,
    moduleId: ModuleId,
    businessId: string,
    urls: readonly { readonly path: string; readonly URL: string }[],
    userId: string,
  ): Promise<readonly FieldError[]>;
  /** Whether a file is a picture of drawing's size that this person has put there. */
  isDrawnBy(tx: Tx, url: string, userId: string): Promise<boolean>;
  /** A record's attachments, asked for beside it. */
  attachments(moduleId: ModuleId, businessId: string): Asked<readonly StoredAttachment[]>;
}

export interface EngineDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly approval: Approval;
  /** Who holds which role where. */
  readonly directory: HandlerSource;
  readonly references: ReferenceRegistry;
  readonly labels: LabelCache;
  readonly effects: Readonly<Record<string, Effect<never>>>;
  readonly files: FilePort;
  /** Who and from where is the request's. */
  readonly audit: (tx: Tx | Db, ctx: Ctx, act: RecordAct) => Promise<void>;
}
