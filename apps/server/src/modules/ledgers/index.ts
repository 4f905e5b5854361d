/** Pages over several books and forms: their queries, by the subject of the views (`packages/forms/src/views`). */
import type { AnySource } from '../../engine/views/source.ts';
import {
  certificateGapView,
  credentialLoanView,
  credentialPaperView,
  credentialStockView,
  credentialUseView,
} from './credential.ts';
import { projectMonitorView } from './labor.ts';
import { letterThreadView, letterView } from './letters.ts';
import { allRenewalView, entryHandoverView, latestContractView, myRenewalView } from './operation.ts';
import { entryMaterialView, transferNoticeView } from './people.ts';

export { crewOf, OPERATING_PAPERS, papersOf } from './crew.ts';
export { credentialLoanView } from './credential.ts';
export { allRenewalView, latestContractView } from './operation.ts';
export { MOST_ACTING_DAYS, MOST_VACANT_DAYS } from './labor.ts';
export { entryMaterialView, transferNoticeView, uncheckedPapers } from './people.ts';

export const LEDGER_VIEWS: readonly AnySource[] = [
  projectMonitorView,
  entryMaterialView,
  transferNoticeView,
  credentialPaperView,
  certificateGapView,
  credentialUseView,
  credentialLoanView,
  credentialStockView,
  letterView,
  letterThreadView,
  entryHandoverView,
  latestContractView,
  myRenewalView,
  allRenewalView,
];
