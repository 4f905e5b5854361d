import { HANDOVER_STAGES, projectHandOver, RISK_LEVELS } from '@hengneng/contracts';
import { f } from '@hengneng/form-kit';
import { Button, Select } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { fileOf, wordsOf } from '../../engine/views/FieldsDialog.tsx';
import { type Line, LinesEditor } from '../../engine/views/LinesEditor.tsx';
import { ReferencePicker } from '../../engine/widgets/reference.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import type { Handover } from './HandoverDrawer.tsx';
import './handover.css';

const ITEM = {
  name: f.text('资料', { required: true }),
  required: f.boolean('必交'),
  given: f.boolean('已交'),
  copies: f.integer('份数', { unit: '份' }),
  edition: f.text('版本'),
  lackNote: f.text('缺项说明'),
  supplyOn: f.date('补交日'),
  dept: f.dept('接收部门'),
  file: f.file('文件'),
};
const PROMISE = {
  clause: f.text('条款', { required: true }),
  value: f.text('数值', { required: true }),
  basis: f.text('依据', { required: true }),
  controllable: f.boolean('可控'),
  responsible: f.text('责任方', { required: true }),
};
const RISK = {
  contact: f.text('姓名职务'),
  phone: f.text('电话'),
  matter: f.text('风险事项'),
  level: f.enum('等级', RISK_LEVELS),
  response: f.text('应对'),
  owner: f.user('责任人'),
  dueOn: f.date('期限'),
};

/** What the call answered, as the controls hold it. */
const linesOf = (rows: readonly Readonly<Record<string, unknown>>[], keys: readonly string[]): readonly Line[] =>
  rows.map((row) =>
    Object.fromEntries(
      keys.map((key) => {
        const value = row[key];
        return [
          key,
          value === null || value === undefined
            ? ''
            : typeof value === 'number'
              ? String(value)
              : // The rest are texts, switches and files, as the controls hold them.
                (value as string),
        ];
      }),
    ),
  );

const text = (line: Line, key: string): string => wordsOf(line[key]);

const itemOf = (line: Line) => {
  const file = fileOf(line['file']);
  return {
    Id: text(line, 'Id'),
    name: text(line, 'name'),
    required: line['required'] === true,
    given: line['given'] === true,
    copies: text(line, 'copies'),
    edition: text(line, 'edition'),
    lackNote: text(line, 'lackNote'),
    supplyOn: text(line, 'supplyOn'),
    dept: text(line, 'dept'),
    ...(file ? { file } : {}),
  };
};

const levelOf = (line: Line) => RISK_LEVELS.find((level) => level === line['level']) ?? '';

/** What was given lacks nothing; what was not given has neither copies nor an edition. */
const silent = (line: Line, key: string): boolean =>
  line['given'] === true
    ? key === 'lackNote' || key === 'supplyOn'
    : key === 'copies' || key === 'edition' || key === 'file';

/** A handover as the giver writes it. */
export const HandoverEditor = ({
  of,
  onDone,
}: {
  readonly of: Handover;
  readonly onDone: () => void;
}): ReactElement => {
  const id = useId();
  const [stage, setStage] = useState(of.stage);
  const [receiver, setReceiver] = useState(of.receiver ?? '');
  const [names, setNames] = useState(of.labels);
  const [items, setItems] = useState(() => linesOf(of.items, ['Id', ...Object.keys(ITEM)]));
  const [promises, setPromises] = useState(() => linesOf(of.promises, Object.keys(PROMISE)));
  const [risks, setRisks] = useState(() => linesOf(of.risks, Object.keys(RISK)));
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [changed, setChanged] = useState(false);
  useUnsavedGuard(changed);
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setChanged(true);
      set(value);
    };
  const write = useWrite(projectHandOver, {
    renews: ['rows'],
    said: (_, { action }) => (action === 'submit' ? '已提交，请接收部门逐项签收' : '移交单已保存'),
    onDone: () => {
      setChanged(false);
      onDone();
    },
    onError: (error) => {
      const found = error instanceof ApiError ? error.errors : [];
      setErrors(new Map(found.map((one) => [one.path, one.message])));
      notify.error(found[0]?.message ?? messageOf(error));
    },
  });
  const send = (action: 'save' | 'submit') => {
    setErrors(new Map());
    write.mutate({
      action,
      Id: of.Id ?? '',
      ...(of.Id === null ? {} : { revision: of.revision }),
      consultProject: of.consultProject,
      stage,
      receiver,
      items: items.map(itemOf),
      promises: promises.map((line) => ({
        clause: text(line, 'clause'),
        value: text(line, 'value'),
        basis: text(line, 'basis'),
        controllable: line['controllable'] === true,
        responsible: text(line, 'responsible'),
      })),
      risks: risks.map((line) => ({
        contact: text(line, 'contact'),
        phone: text(line, 'phone'),
        matter: text(line, 'matter'),
        level: levelOf(line),
        response: text(line, 'response'),
        owner: text(line, 'owner'),
        dueOn: text(line, 'dueOn'),
      })),
    });
  };
  const required = items.filter((line) => line['required'] === true);
  const given = required.filter((line) => line['given'] === true);
  const complete = required.length === 0 ? null : Math.round((given.length * 1000) / required.length) / 10;
  return (
    <>
      <div className="handover-head">
        {of.Id === null && of.stage !== '工程到运营' ? (
          <div>
            <label htmlFor={`${id}-stage`}>移交段</label>
            <Select
              id={`${id}-stage`}
              value={stage}
              options={HANDOVER_STAGES.filter((one) => one !== '工程到运营').map((one) => ({ value: one, label: one }))}
              onChange={change(setStage)}
            />
          </div>
        ) : null}
        <div>
          <label htmlFor={`${id}-receiver`}>接收人</label>
          <ReferencePicker
            id={`${id}-receiver`}
            entity="user"
            value={receiver}
            labels={names}
            aria={{ 'aria-label': '接收人' }}
            onPick={(next, words) => {
              setNames((before) => ({ ...before, ...words }));
              change(setReceiver)(typeof next === 'string' ? next : '');
            }}
          />
          {errors.has('receiver') ? <small role="alert">{errors.get('receiver')}</small> : null}
        </div>
      </div>
      <h3 className="book-heading">
        资料清单
        <small className="handover-complete">
          齐套率 {complete === null ? '—' : `${complete}%`}（已交必交 {given.length} / 必交 {required.length}）
        </small>
      </h3>
      <LinesEditor
        label="资料"
        path="items"
        fields={ITEM}
        lines={items}
        labels={names}
        errors={errors}
        empty={{ required: false, given: true }}
        disabled={silent}
        onChange={change(setItems)}
      />
      <h3 className="book-heading">承诺条款</h3>
      <LinesEditor
        label="条款"
        path="promises"
        fields={PROMISE}
        lines={promises}
        errors={errors}
        empty={{ controllable: true }}
        onChange={change(setPromises)}
      />
      <h3 className="book-heading">联系人与风险</h3>
      <LinesEditor
        label="联系人或风险"
        path="risks"
        fields={RISK}
        lines={risks}
        labels={names}
        errors={errors}
        empty={{}}
        onChange={change(setRisks)}
      />
      <div className="view-tools">
        <Button loading={write.isPending} onClick={() => send('save')}>
          保存
        </Button>
        <Button type="primary" loading={write.isPending} onClick={() => send('submit')}>
          提交接收
        </Button>
      </div>
    </>
  );
};
