/** What the ledger of other contracts says of every contract, whichever form it was signed by. */
import { SECRECIES } from '@hengneng/core';
import { f } from '@hengneng/form-kit';

/** Who may read the paper. */
export const secrecy = f.enum('密级', SECRECIES, {
  required: true,
  default: '内部',
  hint: '秘密、机密的合同由法务审核和保管',
});

/** What is to be read by few is first read by the lawyers. */
export const legalReview = {
  name: '法务审核',
  by: 'role(legal)',
  when: "secrecy == '秘密' or secrecy == '机密'",
} as const;

export const noticeDays = f.integer('终止通知期', {
  unit: '天',
  min: 0,
  max: 365,
  hint: '合同约定提前多少天书面通知可以终止或不再续',
});

/** What a supplier leaves with us until the contract is through. */
export const bond = f.money('履约保证金', { unit: '元', min: 0, default: 0, hint: '供应商交来，合同完结后退还' });
