import {
  CONSULTANT_FIELDS,
  CONSULTANT_LEVELS,
  type consultantDetail,
  consultantNotify,
  consultantSave,
  consultantScore,
  type OutputOf,
  SCORE_DIMENSIONS,
} from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

export type Consultant = OutputOf<typeof consultantDetail>;

interface Props {
  readonly of: Consultant;
  readonly onClose: () => void;
}

const PAPERS = {
  certificate: f.file('证件', { required: true }),
  letter: f.file('聘书', { required: true }),
};
const FIELDS = {
  name: f.text('姓名', { required: true }),
  account: f.user('账号', { hint: '有账号的顾问可受邀评审' }),
  orgTitle: f.text('单位职称', { required: true }),
  field: f.enum('专业', CONSULTANT_FIELDS, { required: true }),
  level: f.enum('级别', CONSULTANT_LEVELS, { required: true, default: '普通' }),
  fromOn: f.date('聘期起', { required: true, default: 'today' }),
  toOn: f.date('聘期止', { required: true }),
  fee: f.money('报酬标准', { unit: '元/次', hint: '新的标准由他人审批后生效' }),
  region: f.text('地区'),
  phone: f.phone('电话'),
  idNo: f.idCard('身份证号'),
  bankName: f.text('开户行'),
  bankAccount: f.text('账户'),
  resume: f.textarea('简历', { max: 2000 }),
  ...PAPERS,
};

/** A new consultant, or what is known of one; papers that are there stay unless others are chosen. */
export const ConsultantDialog = ({
  of,
  onClose,
}: {
  readonly of: Consultant | null;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={of === null ? '新增顾问' : `修改：${of.name}`}
    fields={FIELDS}
    start={
      of === null
        ? {}
        : {
            name: of.name,
            account: of.account ?? '',
            orgTitle: of.orgTitle,
            field: of.field,
            level: of.level,
            fromOn: of.fromOn,
            toOn: of.toOn,
            fee: of.feeAsked ?? of.fee ?? '',
            region: of.region ?? '',
            phone: of.phone ?? '',
            idNo: of.idNo ?? '',
            bankName: of.bankName ?? '',
            bankAccount: of.bankAccount ?? '',
            resume: of.resume ?? '',
            certificate: of.certificate ?? '',
            letter: of.letter ?? '',
          }
    }
    labels={of?.account == null ? {} : { [of.account]: of.accountName ?? '' }}
    saved="顾问已保存"
    save={(values, options) =>
      callApi(
        consultantSave,
        {
          action: 'save',
          Id: of?.Id ?? '',
          name: wordsOf(values['name']),
          account: wordsOf(values['account']),
          orgTitle: wordsOf(values['orgTitle']),
          field: CONSULTANT_FIELDS.find((one) => one === values['field']) ?? '暖通空调',
          level: CONSULTANT_LEVELS.find((one) => one === values['level']) ?? '普通',
          fromOn: wordsOf(values['fromOn']),
          toOn: wordsOf(values['toOn']),
          fee: wordsOf(values['fee']),
          region: wordsOf(values['region']),
          phone: wordsOf(values['phone']),
          idNo: wordsOf(values['idNo']),
          bankName: wordsOf(values['bankName']),
          bankAccount: wordsOf(values['bankAccount']),
          resume: wordsOf(values['resume']),
          certificate: fileOf(values['certificate']) ?? '',
          letter: fileOf(values['letter']) ?? '',
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const most = (of: keyof typeof SCORE_DIMENSIONS) =>
  f.decimal(2, SCORE_DIMENSIONS[of].label, {
    required: true,
    unit: '分',
    hint: `0～${SCORE_DIMENSIONS[of].most}`,
  });
const SCORE = {
  service: f.text('服务事项', { required: true }),
  servedOn: f.date('服务日期', { required: true, default: 'today' }),
  expertise: most('expertise'),
  promptness: most('promptness'),
  outcome: most('outcome'),
  cooperation: most('cooperation'),
  attendance: most('attendance'),
  paid: f.money('本次酬金', { unit: '元' }),
  remark: f.textarea('说明', { max: 300 }),
};

export const ScoreDialog = ({ of, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`评价：${of.name}`}
    fields={SCORE}
    saved="评价已保存"
    note="五项合计为本次得分，各次的平均为综合评价；低于60分的暂停派会。"
    save={(values, options) =>
      callApi(
        consultantScore,
        {
          Id: of.Id,
          service: wordsOf(values['service']),
          servedOn: wordsOf(values['servedOn']),
          expertise: wordsOf(values['expertise']),
          promptness: wordsOf(values['promptness']),
          outcome: wordsOf(values['outcome']),
          cooperation: wordsOf(values['cooperation']),
          attendance: wordsOf(values['attendance']),
          paid: wordsOf(values['paid']),
          remark: wordsOf(values['remark']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

export const RenewDialog = ({ of, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`续聘：${of.name}`}
    fields={{ toOn: f.date('新的聘期止', { required: true }), letter: PAPERS.letter }}
    saved="已续聘"
    save={(values, options) =>
      callApi(
        consultantSave,
        { action: 'renew', Id: of.Id, toOn: wordsOf(values['toOn']), letter: fileOf(values['letter']) ?? '' },
        options,
      )
    }
    onClose={onClose}
  />
);

export const DismissDialog = ({ of, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`解聘：${of.name}`}
    fields={{ reason: f.textarea('解聘原因', { required: true, max: 200 }) }}
    saved="已解聘"
    okText="解聘"
    save={(values, options) =>
      callApi(consultantSave, { action: 'dismiss', Id: of.Id, reason: wordsOf(values['reason']) }, options)
    }
    onClose={onClose}
  />
);

export const NotifyDialog = ({ of, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`发通知：${of.name}`}
    fields={{ title: f.text('标题', { required: true }), body: f.textarea('内容', { required: true, max: 500 }) }}
    saved="通知已发出"
    okText="发出"
    save={(values, options) =>
      callApi(consultantNotify, { Id: of.Id, title: wordsOf(values['title']), body: wordsOf(values['body']) }, options)
    }
    onClose={onClose}
  />
);
