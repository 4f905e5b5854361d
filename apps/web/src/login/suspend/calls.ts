/** The calls of 停用申请 without a session, and what is kept on the phone of it. */
import type {
  applyCommunity,
  applyRooms,
  applySend,
  applyState,
  applyWithdraw,
  InputOf,
  OutputOf,
} from '@hengneng/contracts';
import { callPath } from '../../lib/api.ts';

const API = '/pmsapi/BillSuspend';

export type Place = OutputOf<typeof applyCommunity>;
export type Rooms = OutputOf<typeof applyRooms>;
export type State = OutputOf<typeof applyState>;

export const placeOf = (c: string): Promise<Place> => callPath('GET', `${API}/PublicCommunity`, { c });
export const roomsOf = (c: string, building: string): Promise<Rooms> =>
  callPath('GET', `${API}/PublicRooms`, { c, building });
export const sendApplication = (input: InputOf<typeof applySend>): Promise<OutputOf<typeof applySend>> =>
  callPath('POST', `${API}/PublicApply`, input, { idempotencyKey: input.requestId });
export const stateOf = (input: InputOf<typeof applyState>): Promise<State> =>
  callPath('POST', `${API}/PublicState`, input);
export const withdraw = (input: InputOf<typeof applyWithdraw>, key: string): Promise<OutputOf<typeof applyWithdraw>> =>
  callPath('POST', `${API}/PublicWithdraw`, input, { idempotencyKey: key });
export const PHOTO = `${API}/PublicPhoto`;
