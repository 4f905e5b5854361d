/** Merchants of communities as providers take them. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import type { Merchant, PayDesk } from './provider.ts';
import { unseal } from './secret.ts';

export interface Sealed {
  readonly community: string;
  readonly channel: string;
  /** Null where there is none: the installation's is meant. */
  readonly merchant: string | null;
  readonly sealed: string | null;
}

/** What a key is sealed for. */
export const aboutOf = (community: string, channel: string, merchant: string): string =>
  JSON.stringify([community, channel, merchant]);

export const merchantOf = (
  { sealKey }: Pick<PayDesk, 'sealKey'>,
  { community, channel, merchant, sealed }: Sealed,
): Merchant | null => {
  if (merchant === null) return null;
  const about = aboutOf(community, channel, merchant);
  return { no: merchant, key: sealKey === null || sealed === null ? null : unseal(sealed, sealKey, about) };
};

/** Keeps by whose merchant an order is asked for: the community's where it has one in force, else the installation's. */
export const byChannelInForce = async (
  tx: Tx,
  requestId: string,
  communityId: string,
  channel: string,
): Promise<void> =>
  void (await sql`insert into pay_order_channel (request_id, pay_channel_id) select ${requestId}, id from pay_channel
    where community_id = ${communityId}::bigint and channel = ${channel} and state = '启用' for share`.execute(tx));
