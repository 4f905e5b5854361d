import {
  OUTCOME_KINDS,
  RESEARCH_FIELDS,
  researchBenefit,
  researchClose,
  researchProgress,
  researchSave,
  RUNNING_STAGES,
  type ViewRow,
} from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { FieldsDialog, fileOf, listed, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

interface Props {
  /** The topic. */
  readonly row: ViewRow;
  readonly onClose: () => void;
}

const TOPIC = {
  topic: f.text('课题', { required: true }),
  field: f.enum('方向', RESEARCH_FIELDS, { required: true }),
  leader: f.user('负责人', { required: true }),
  members: f.users('成员'),
  partner: f.text('合作单位'),
  fromOn: f.date('起', { required: true, default: 'today' }),
  toOn: f.date('止', { required: true }),
  budget: f.money('预算', { required: true, unit: '元' }),
  secret: f.boolean('保密', { hint: '保密课题只有组内可见' }),
  objective: f.textarea('研究目标', { required: true, max: 1000 }),
};
const REASON = { reason: f.textarea('变更原因', { max: 300, hint: '变更期限必填' }) };

const namesOf = (row: ViewRow): Readonly<Record<string, string>> => {
  const names = textOf(row, 'memberNames').split('、');
  return {
    ...Object.fromEntries(listed(textOf(row, 'members')).map((id, at) => [id, names[at] ?? id])),
    [textOf(row, 'leader')]: textOf(row, 'leaderName'),
  };
};

/** A new topic, or one that is changed. */
export const TopicDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow | null;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={row === null ? '课题立项' : `变更：${textOf(row, 'topic')}`}
    fields={row === null ? TOPIC : { ...TOPIC, ...REASON }}
    start={
      row === null
        ? {}
        : {
            ...Object.fromEntries(Object.keys(TOPIC).map((key) => [key, textOf(row, key)])),
            budget: textOf(row, 'budgetYuan'),
            secret: row['secret'] === true,
          }
    }
    labels={row === null ? {} : namesOf(row)}
    saved="课题已保存"
    save={(values, options) =>
      callApi(
        researchSave,
        {
          action: 'save',
          Id: row?.id ?? '',
          topic: wordsOf(values['topic']),
          field: RESEARCH_FIELDS.find((one) => one === values['field']) ?? '吸收式制冷',
          leader: wordsOf(values['leader']),
          members: [...listed(values['members'])],
          partner: wordsOf(values['partner']),
          fromOn: wordsOf(values['fromOn']),
          toOn: wordsOf(values['toOn']),
          budget: wordsOf(values['budget']),
          secret: values['secret'] === true,
          objective: wordsOf(values['objective']),
          reason: wordsOf(values['reason']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const PROGRESS = {
  month: f.month('月份', { required: true }),
  stage: f.enum('阶段', RUNNING_STAGES, { required: true }),
  progress: f.percent('完成率', { required: true, unit: '%', hint: '只增不减' }),
  spent: f.money('本月支出', { required: true, unit: '元' }),
  note: f.textarea('进展说明', { required: true, max: 1000 }),
};

export const ProgressDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`填进展：${textOf(row, 'topic')}`}
    fields={PROGRESS}
    start={{ stage: textOf(row, 'stage'), progress: textOf(row, 'progress') }}
    saved="进展已保存"
    save={(values, options) =>
      callApi(
        researchProgress,
        {
          Id: row.id,
          month: wordsOf(values['month']),
          stage: RUNNING_STAGES.find((one) => one === values['stage']) ?? '研究',
          progress: wordsOf(values['progress']),
          spent: wordsOf(values['spent']),
          note: wordsOf(values['note']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const MILESTONE = {
  name: f.text('节点', { required: true }),
  dueOn: f.date('计划', { required: true }),
  deliverable: f.text('交付物', { required: true }),
  doneOn: f.date('实际'),
  score: f.decimal(1, '评价', { unit: '分', hint: '0～100，完成后填写' }),
  lateReason: f.textarea('延期原因', { max: 300 }),
};

/** A new milestone of a topic, or one that is there with what became of it. */
export const MilestoneDialog = ({
  topic,
  row,
  onClose,
}: {
  /** Id of the topic. */
  readonly topic: string;
  readonly row: ViewRow | null;
  readonly onClose: () => void;
}): ReactElement => {
  const { name, ...rest } = MILESTONE;
  return (
    <FieldsDialog
      title={row === null ? '新增里程碑' : `里程碑：${textOf(row, 'name')}`}
      fields={row === null ? MILESTONE : rest}
      start={row === null ? {} : Object.fromEntries(Object.keys(MILESTONE).map((key) => [key, textOf(row, key)]))}
      saved="里程碑已保存"
      save={(values, options) =>
        callApi(
          researchSave,
          {
            action: 'milestone',
            Id: topic,
            name: row === null ? wordsOf(values['name']) : textOf(row, 'name'),
            dueOn: wordsOf(values['dueOn']),
            deliverable: wordsOf(values['deliverable']),
            doneOn: wordsOf(values['doneOn']),
            score: wordsOf(values['score']),
            lateReason: wordsOf(values['lateReason']),
          },
          options,
        )
      }
      onClose={onClose}
    />
  );
};

export const OutcomeDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`登记成果：${textOf(row, 'topic')}`}
    fields={{
      kind: f.enum('类别', OUTCOME_KINDS, { required: true }),
      title: f.text('成果名称', { required: true }),
      gotOn: f.date('取得日期', { required: true, default: 'today' }),
    }}
    saved="成果已登记"
    save={(values, options) =>
      callApi(
        researchSave,
        {
          action: 'outcome',
          Id: row.id,
          kind: OUTCOME_KINDS.find((one) => one === values['kind']) ?? '论文',
          title: wordsOf(values['title']),
          gotOn: wordsOf(values['gotOn']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const BENEFIT = {
  // By its number: whoever does research sees projects that are not theirs in no picker.
  project: f.text('应用项目编号', { required: true, hint: '如 EMC01001' }),
  content: f.text('应用内容', { required: true }),
  usedFrom: f.date('对比期起', { required: true }),
  usedTo: f.date('对比期止', { required: true }),
  savedKwh: f.decimal(2, '节能量', { required: true, unit: 'kWh' }),
  savedMoney: f.money('节费', { required: true, unit: '元' }),
  basis: f.textarea('依据', { required: true, max: 300, hint: '基准期与测试方法' }),
  file: f.file('测试报告', { required: true }),
};

export const BenefitDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`登记应用效益：${textOf(row, 'topic')}`}
    fields={BENEFIT}
    saved="已登记，财务核定后计入"
    save={(values, options) =>
      callApi(
        researchBenefit,
        {
          action: 'add',
          Id: row.id,
          project: wordsOf(values['project']),
          content: wordsOf(values['content']),
          usedFrom: wordsOf(values['usedFrom']),
          usedTo: wordsOf(values['usedTo']),
          savedKwh: wordsOf(values['savedKwh']),
          savedMoney: wordsOf(values['savedMoney']),
          basis: wordsOf(values['basis']),
          file: fileOf(values['file']) ?? '',
        },
        options,
      )
    }
    onClose={onClose}
  />
);

export const CloseDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`结题：${textOf(row, 'topic')}`}
    fields={{
      settled: f.money('经费决算', { required: true, unit: '元', hint: '应与各月支出合计一致' }),
      conclusion: f.textarea('结题结论', { required: true, max: 1000 }),
      report: f.file('结题报告', { required: true }),
    }}
    start={{ settled: textOf(row, 'spentYuan') }}
    saved="课题已结题"
    okText="结题"
    save={(values, options) =>
      callApi(
        researchClose,
        {
          Id: row.id,
          settled: wordsOf(values['settled']),
          conclusion: wordsOf(values['conclusion']),
          report: fileOf(values['report']) ?? '',
        },
        options,
      )
    }
    onClose={onClose}
  />
);

export const StopDialog = ({ row, onClose }: Props): ReactElement => (
  <FieldsDialog
    title={`终止：${textOf(row, 'topic')}`}
    fields={{ reason: f.textarea('终止原因', { required: true, max: 300 }) }}
    saved="课题已终止"
    okText="终止课题"
    save={(values, options) =>
      callApi(researchSave, { action: 'stop', Id: row.id, reason: wordsOf(values['reason']) }, options)
    }
    onClose={onClose}
  />
);
