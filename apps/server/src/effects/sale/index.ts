import { bidsEffects } from './bids.ts';
import { complaintEffects } from './complaints.ts';
import { interviewsEffects } from './interviews.ts';
import { rectificationEffects } from './rectification.ts';
import { visitEffects } from './visits.ts';

export const saleEffects = {
  ...bidsEffects,
  ...complaintEffects,
  ...interviewsEffects,
  ...rectificationEffects,
  ...visitEffects,
};
