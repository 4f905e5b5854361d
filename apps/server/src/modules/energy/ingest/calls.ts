import { gatewayIndex, gatewayIssue, gatewayMeters, gatewaySave, ingestBatch } from '@hengneng/contracts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { USERS } from '../../identity/index.ts';
import { DEVICES } from '../things/index.ts';
import { type Gateway, gatewayOf, issueSecret, listGateways, listSampledMeters, saveGateway } from './gateways.ts';
import { Intake } from './intake.ts';
import { Pace } from './send.ts';

/** Of one address: many gateways may sit behind one; each has its own limit besides (`send.ts`). */
const A_MINUTE = 6000;

async function sender(ctx: Ctx): Promise<Gateway> {
  const [scheme = '', token = ''] = (ctx.authorization ?? '').split(' ');
  const text = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString('utf8') : '';
  const [code = '', ...secret] = text.split(':');
  const gateway = code.includes('\0') ? null : await gatewayOf(ctx.db, code, secret.join(':'));
  if (gateway === null) throw forbidden('网关编码或密钥不正确，或网关已停用');
  return gateway;
}

export const registerIngest = (registry: CallRegistry): void => {
  const pace = new Pace();
  const intake = new Intake();
  registry.handle(ingestBatch, { access: 'public', aMinute: A_MINUTE }, async (ctx, input) => {
    const gateway = await sender(ctx);
    pace.demand(gateway, ctx.now.getTime());
    const { lastAt: _, ...result } = await intake.take((work) => ctx.write(work), {
      gateway,
      batch: input,
      now: ctx.now,
    });
    return result;
  });
  // Whoever looks after a project's meters sees what comes from them; who gives people access gives gateways theirs.
  registry.handle(gatewayIndex, { access: { screen: DEVICES, button: 'search' } }, (ctx, input) =>
    listGateways(ctx, input),
  );
  registry.handle(gatewayMeters, { access: { screen: DEVICES, button: 'search' } }, (ctx, input) =>
    listSampledMeters(ctx, input),
  );
  registry.handle(gatewaySave, { access: { screen: USERS, button: 'edit' } }, (ctx, input) => saveGateway(ctx, input));
  registry.handle(gatewayIssue, { access: { screen: USERS, button: 'edit' } }, (ctx, { Id }) => issueSecret(ctx, Id));
};
