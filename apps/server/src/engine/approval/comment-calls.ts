/** Registers `/bpmapi/NodeComment`: what people say about a record, for whoever may see it. */
import * as contracts from '@hengneng/contracts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { comment, commentsOf, takeBackComment } from './comments.ts';
import { moduleOf } from './modules.ts';
import { note } from './note.ts';
import { type ApprovalDeps, mustSee } from './seeing.ts';

const signedIn = { access: 'signedIn' } as const;

export const registerComments = (registry: CallRegistry, deps: ApprovalDeps): void => {
  registry.handle(contracts.getComments, signedIn, async (ctx, input) => {
    const moduleId = moduleOf(input.ProcedureId);
    await mustSee(ctx, deps, moduleId, input.BusinessId);
    return { rows: await commentsOf(ctx.db, moduleId, input.BusinessId, ctx.session.userId) };
  });

  registry.handle(contracts.addComment, signedIn, async (ctx, input) => {
    const moduleId = moduleOf(input.ProcedureId);
    await mustSee(ctx, deps, moduleId, input.BusinessId);
    return ctx.write(async (tx) => {
      const people = input.UserIds ?? [];
      const id = await comment(tx, ctx, deps, {
        moduleId,
        businessId: input.BusinessId,
        content: input.Content,
        people,
      });
      await note(tx, ctx, '评论', moduleId, input.BusinessId, input.Content.slice(0, 100));
      return { Id: id };
    });
  });

  registry.handle(contracts.delComment, signedIn, (ctx, input) =>
    ctx.write(async (tx) => {
      const { moduleId, businessId } = await takeBackComment(tx, ctx, deps, input.Id);
      await note(tx, ctx, '收回评论', moduleId, businessId);
      return { Id: input.Id };
    }),
  );
};
