import { dataManagementAdd, type ViewRow } from '@hengneng/contracts';
import { CLAIM_KINDS, LETTER_TEMPLATES, WORKS_LETTER_KINDS, type WorksLetterKind } from '@hengneng/core';
import { f, type Fields } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { type DialogValues, FieldsDialog, fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { callApi } from '../../lib/api.ts';

const BETWEEN = {
  project: f.project('项目', { required: true }),
  supplier: f.supplier('单位', { required: true }),
};
const KIND = { letterKind: f.enum('类别', WORKS_LETTER_KINDS, { required: true }) };
const REST = {
  title: f.text('标题', { required: true }),
  body: f.textarea('正文', { required: true, max: 4000 }),
  replyBy: f.date('要求回复日', { hint: '不需要回复的留空' }),
  amount: f.money('涉及金额', { unit: '元', hint: '填了金额的函须经法务' }),
};
const CLAIM = { claimKind: f.enum('扣款类别', CLAIM_KINDS, { required: true, hint: '发出后记入罚款台账待确认' }) };
const FILE = { file: f.file('附件') };
const THEIRS = { theirNo: f.text('来函文号'), madeOn: f.date('来函日期', { required: true, default: 'today' }) };

const kindOf = (kind: string): WorksLetterKind => WORKS_LETTER_KINDS.find((one) => one === kind) ?? '工作联系';

/** What both kinds of letters are sent with. */
const letterOf = (values: DialogValues, kind: WorksLetterKind) => {
  const file = fileOf(values['file']);
  return {
    kind: '函件' as const,
    letterKind: kind,
    title: wordsOf(values['title']),
    body: wordsOf(values['body']),
    replyBy: wordsOf(values['replyBy']),
    amount: wordsOf(values['amount']),
    files: file ? [file] : [],
  };
};

/** What a letter is about that another page begins. */
export interface LetterAbout {
  readonly project: string;
  readonly supplier: string;
  readonly title: string;
  readonly body: string;
}

/** A letter of ours by its template, answering one of theirs, or written anew after it was returned. */
export const DraftDialog = ({
  letterKind,
  about,
  answers,
  returned,
  onClose,
}: {
  readonly letterKind: WorksLetterKind;
  readonly about?: LetterAbout | undefined;
  /** The letter that it answers. */
  readonly answers?: ViewRow | undefined;
  /** The letter as it was returned, and what it said. */
  readonly returned?: { readonly row: ViewRow; readonly body: string } | undefined;
  readonly onClose: () => void;
}): ReactElement => {
  const claim = letterKind === '索赔';
  const fields: Fields = {
    ...(answers || returned ? {} : BETWEEN),
    ...REST,
    ...(claim ? CLAIM : {}),
    ...FILE,
  };
  const start: Record<string, string> = returned
    ? {
        title: textOf(returned.row, 'title'),
        body: returned.body,
        replyBy: textOf(returned.row, 'replyBy'),
        amount: textOf(returned.row, 'amount'),
      }
    : {
        body: answers
          ? `{单位}：\n贵单位《${textOf(answers, 'title')}》（${textOf(answers, 'theirNo') || textOf(answers, 'code')}）收悉，现回复如下：{回复内容}。`
          : LETTER_TEMPLATES[letterKind],
        ...(answers ? { title: `关于《${textOf(answers, 'title')}》的复函` } : {}),
        ...about,
      };
  return (
    <FieldsDialog
      title={returned ? `修改：${textOf(returned.row, 'code')}` : answers ? '复函' : `起草${letterKind}函`}
      fields={fields}
      start={start}
      saved="已提交审核"
      okText="提交审核"
      note="花括号里的变量：{项目}、{单位}、{日期}、{要求回复日}、{涉及金额}自动带入，其余请改成实际内容。"
      save={(values, options) =>
        callApi(
          dataManagementAdd,
          {
            ...letterOf(values, letterKind),
            action: 'draft',
            id: returned?.row.id ?? '',
            answers: answers?.id ?? '',
            project: returned ? textOf(returned.row, 'project') : wordsOf(values['project']),
            supplier: returned ? textOf(returned.row, 'counterpart') : wordsOf(values['supplier']),
            claimKind: claim ? (CLAIM_KINDS.find((one) => one === values['claimKind']) ?? '') : '',
          },
          options,
        )
      }
      onClose={onClose}
    />
  );
};

/** A letter of theirs; on a row of ours it is the answer to that. */
export const ReceiveDialog = ({
  answers,
  onClose,
}: {
  readonly answers: ViewRow | null;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={answers ? `登记回复：${textOf(answers, 'code')}` : '登记来函'}
    fields={{ ...(answers ? {} : { ...BETWEEN, ...KIND }), ...THEIRS, ...REST, ...FILE }}
    start={answers ? { title: `《${textOf(answers, 'title')}》的回复` } : {}}
    saved={answers ? '回复已登记' : '来函已登记'}
    save={(values, options) =>
      callApi(
        dataManagementAdd,
        {
          ...letterOf(values, kindOf(answers ? textOf(answers, 'kind') : wordsOf(values['letterKind']))),
          action: 'receive',
          answers: answers?.id ?? '',
          project: wordsOf(values['project']),
          supplier: wordsOf(values['supplier']),
          theirNo: wordsOf(values['theirNo']),
          madeOn: wordsOf(values['madeOn']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);

const AUDIT = {
  pass: f.boolean('同意发出', { default: true, hint: '不同意的退回起草人' }),
  opinion: f.textarea('审核意见', { max: 200, hint: '退回必须写明原因' }),
};

export const LetterAuditDialog = ({
  row,
  onClose,
}: {
  readonly row: ViewRow;
  readonly onClose: () => void;
}): ReactElement => (
  <FieldsDialog
    title={`${textOf(row, 'state') === '待法务' ? '法务审核' : '审核'}：${textOf(row, 'title')}`}
    fields={AUDIT}
    saved="已审核"
    okText="提交"
    save={(values, options) =>
      callApi(
        dataManagementAdd,
        {
          kind: '函件',
          action: 'audit',
          id: row.id,
          pass: values['pass'] === true,
          opinion: wordsOf(values['opinion']),
        },
        options,
      )
    }
    onClose={onClose}
  />
);
