/** 证书管理: certificates of people, what obtaining them costs, and how long whoever got one stays for it. */
import { certificate, type certificateManage, employeeContract } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { effect } from '../kit/effect.ts';

type Application = Recorded<typeof certificateManage>;

export const certificateEffects: EffectsOf<'certificateManage', Application> = {
  'certificateManage.register': effect(async ({ record, book, find, setEntry }) => {
    if (record.applyType === '注销') return;
    const values = {
      project: record.project,
      level: record.certLevel,
      certNo: record.finalCertNo ?? record.certNo ?? '',
      issueOrg: record.issueOrg,
      firstIssue: record.firstIssue,
      validFrom: record.validFrom,
      validTo: record.finalValidTo,
      reviewDate: record.reviewDate,
      forPost: record.forPost,
      useForBid: record.useForBid,
      keepMode: record.keepMode,
      archiveNo: record.archiveNo,
      scans: [record.frontImage, record.backImage].filter((image) => image !== null),
      state: '有效' as const,
      offReason: null,
      toldValid: null,
      toldReview: null,
    };
    const known = { holder: record.holder, kind: record.certType };
    const [old] =
      record.oldCert === null
        ? await find(certificate, { ...known, certNo: values.certNo })
        : await find(certificate, { id: record.oldCert, holder: record.holder });
    if (old) await setEntry(certificate, old.id, values);
    else await book(certificate, { ...known, ...values });
  }),
  'certificateManage.revoke': effect(async ({ record, setEntry }) => {
    if (record.applyType === '注销' && record.oldCert !== null)
      await setEntry(certificate, record.oldCert, { state: '停用', offReason: record.cancelReason });
  }),
  'certificateManage.reimburse': effect(async ({ record, services, now }) => {
    if (!positive(record.approvedFee)) return;
    const claimer = record.payMode === '公司垫付取证后报销' ? record.holder : record.applicant;
    await services.draft({
      module: 'expenseReimbursement',
      applicant: claimer,
      title: `办证费用${record.approvedFee ?? ''}元（${record.serial}），请补齐票据后报销`,
      values: {
        project: record.project,
        claimKind: '会务培训',
        bearer: record.project === null ? '部门' : '项目',
        claimer,
        budgetMonth: monthOf(now),
        expenses: [
          {
            expenseDate: dayOf(now),
            subject: '培训费',
            expenseItem: '培训费',
            amount: record.approvedFee,
          },
        ],
      },
    });
  }),
  'certificateManage.serviceTerm': effect(async ({ record, book, now }) => {
    if (!positive(record.serviceYears)) return;
    const from = dayOf(now);
    await book(employeeContract, {
      employee: record.holder,
      kind: '服务期协议',
      subject: record.certType,
      startOn: from,
      endOn: addMonths(
        from,
        Big(record.serviceYears ?? 0)
          .times(12)
          .round()
          .toNumber(),
      ),
      fee: record.approvedFee ?? record.totalFee,
      document: record.serial,
    });
  }),
};
