import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import type { CheckItem } from '@hengneng/contracts';
import { CHECK_JUDGES, INSPECTION_ITEMS, type PointKind } from '@hengneng/core';
import { AutoComplete, Button, Checkbox, Input, Select } from 'antd';
import type { ReactElement } from 'react';
import { choices, moved, newItem } from './common.ts';

interface Props {
  readonly kind: PointKind;
  readonly items: readonly CheckItem[];
  /** By path: `items[0].upper`. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (items: readonly CheckItem[]) => void;
}

const Fault = ({ text }: { readonly text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <small className="text-bad" role="alert">
      {text}
    </small>
  );

interface LineProps {
  readonly kind: PointKind;
  readonly item: CheckItem;
  readonly at: number;
  readonly count: number;
  readonly fault: (key: string) => string | undefined;
  readonly onChange: (change: Partial<CheckItem>) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

const Line = ({ kind, item, at, count, fault, onChange, onMove, onRemove }: LineProps): ReactElement => {
  const name = (what: string) => `第${at + 1}项${what}`;
  const bad = (key: string) => (fault(key) === undefined ? '' : 'error');
  const text = (key: 'lower' | 'upper', label: string) => (
    <Input
      aria-label={name(label)}
      placeholder={label}
      status={bad(key)}
      disabled={item.judge !== '数值范围'}
      value={item[key] ?? ''}
      onChange={(event) => onChange({ [key]: event.target.value.trim() === '' ? null : event.target.value.trim() })}
    />
  );
  return (
    <li className="item-line">
      <span className="item-no">{at + 1}</span>
      <div className="item-fields">
        <div className="item-name">
          <span>项目</span>
          {kind === '公司巡检' ? (
            <Select
              aria-label={name('项目')}
              showSearch
              placeholder="选择检查项目"
              status={bad('item')}
              value={item.item === '' ? null : item.item}
              options={choices(INSPECTION_ITEMS)}
              onChange={(value: string | null) => onChange({ item: value ?? '' })}
            />
          ) : (
            <AutoComplete
              aria-label={name('项目')}
              placeholder="参数或检查内容"
              status={bad('item')}
              value={item.item}
              onChange={(value: string) => onChange({ item: value })}
            />
          )}
          <Fault text={fault('item')} />
        </div>
        <div className="item-standard">
          <span>标准</span>
          <Input
            aria-label={name('标准')}
            maxLength={300}
            status={bad('standard')}
            value={item.standard}
            onChange={(event) => onChange({ standard: event.target.value })}
          />
          <Fault text={fault('standard')} />
        </div>
        <div>
          <span>判定</span>
          <Select
            aria-label={name('判定')}
            value={item.judge}
            options={choices(CHECK_JUDGES)}
            onChange={(judge: CheckItem['judge']) => onChange({ judge })}
          />
        </div>
        {item.judge === '选项' ? (
          <div className="item-options">
            <span>选项</span>
            <Select
              mode="tags"
              aria-label={name('选项')}
              placeholder="输入后回车"
              status={bad('options')}
              value={[...item.options]}
              open={false}
              suffixIcon={null}
              onChange={(options: string[]) => onChange({ options })}
            />
            <Fault text={fault('options')} />
          </div>
        ) : (
          <>
            <div className="item-short">
              <span>下限</span>
              {text('lower', '下限')}
              <Fault text={fault('lower')} />
            </div>
            <div className="item-short">
              <span>上限</span>
              {text('upper', '上限')}
              <Fault text={fault('upper')} />
            </div>
            <div className="item-short">
              <span>单位</span>
              <Input
                aria-label={name('单位')}
                maxLength={20}
                value={item.unit}
                onChange={(event) => onChange({ unit: event.target.value })}
              />
            </div>
          </>
        )}
        <div className="item-short">
          <span>分值（分）</span>
          <Input
            aria-label={name('分值')}
            inputMode="decimal"
            status={bad('score')}
            value={item.score}
            onChange={(event) => onChange({ score: event.target.value.trim() })}
          />
          <Fault text={fault('score')} />
        </div>
        <div className="item-short">
          <span>红线</span>
          <Checkbox checked={item.redLine} onChange={(event) => onChange({ redLine: event.target.checked })}>
            红线项
          </Checkbox>
        </div>
      </div>
      <span className="item-tools">
        <Button
          type="text"
          size="small"
          icon={<UpOutlined />}
          aria-label={name('上移')}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <Button
          type="text"
          size="small"
          icon={<DownOutlined />}
          aria-label={name('下移')}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        />
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={name('删除')}
          onClick={onRemove}
        />
      </span>
    </li>
  );
};

/** The check items of a point or a standard, in their order. */
export const ItemsEditor = ({ kind, items, faults, onChange }: Props): ReactElement => {
  const total = items.reduce((sum, one) => sum + (Number(one.score) || 0), 0);
  return (
    <section className="items-editor" aria-label="检查项">
      <header>
        <h3>
          检查项{' '}
          <small>
            {items.length} 项，合计 {total.toFixed(1)} 分
          </small>
        </h3>
        <Button size="small" onClick={() => onChange([...items, newItem()])}>
          添加检查项
        </Button>
      </header>
      <Fault text={faults.get('items')} />
      <ol>
        {items.map((item, at) => (
          <Line
            // Items have no name of their own until they are saved; their place tells them apart.
            key={`${at} ${items.length}`}
            kind={kind}
            item={item}
            at={at}
            count={items.length}
            fault={(key) => faults.get(`items[${at}].${key}`)}
            onChange={(change) => onChange(items.map((one, index) => (index === at ? { ...one, ...change } : one)))}
            onMove={(to) => onChange(moved(items, at, to))}
            onRemove={() => onChange(items.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
    </section>
  );
};
