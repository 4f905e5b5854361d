import { complaintEffects } from './complaints.ts';
import { interviewsEffects } from './interviews.ts';
import { rectificationEffects } from './rectification.ts';

export const saleEffects = { ...complaintEffects, ...interviewsEffects, ...rectificationEffects };
