import type { CheckItem } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Tag } from '../../../ui/StatusTag.tsx';
import { judgeWords } from './common.ts';

/** Check items to be read. */
export const ItemsTable = ({ items }: { readonly items: readonly CheckItem[] }): ReactElement => (
  <div className="table-scroll">
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">序号</th>
          <th scope="col">项目</th>
          <th scope="col">标准</th>
          <th scope="col">判定</th>
          <th scope="col" className="right">
            分值<small>（分）</small>
          </th>
          <th scope="col">红线</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          <tr key={item.item}>
            <td>{at + 1}</td>
            <td>{item.item}</td>
            <td>{item.standard || '—'}</td>
            <td>{judgeWords(item)}</td>
            <td className="right">{item.score}</td>
            <td>{item.redLine ? <Tag tone="bad">红线</Tag> : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
