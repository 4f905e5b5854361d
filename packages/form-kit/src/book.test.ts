import { describe, expect, it } from 'vitest';
import { bookTable, defineBook } from './book.ts';
import { alterBookSql, bookSql } from './derive/book-sql.ts';
import { readTables } from './derive/sql.ts';
import { f } from './fields.ts';

const repairs = defineBook({
  id: 'deviceRepair',
  title: '维修履历',
  purpose: '每台设备修过什么',
  columns: {
    project: f.project('项目'),
    device: f.device('设备', { required: true }),
    orderNo: f.text('工单号', { required: true }),
    cost: f.money('费用', { unit: '元' }),
    paid: f.money('已付', { unit: '元' }),
    photos: f.images('照片'),
  },
  key: ['orderNo', 'device'],
  name: ['orderNo'],
  offered: { orderNo: ['甲'] },
  limits: [{ sum: ['paid'], within: ['cost'], error: '付款超过维修费用' }],
  list: { columns: ['project', 'device', 'orderNo', 'cost'], filters: ['project', 'orderNo'], sum: ['cost'] },
});

describe('a book', () => {
  it('has a table with a column for each field, in the type and words of the field', () => {
    expect(bookTable(repairs)).toEqual({
      name: 'b_device_repair',
      detail: null,
      columns: [
        { key: 'project', name: 'project', type: 'text', label: '项目' },
        { key: 'device', name: 'device', type: 'bigint', label: '设备' },
        { key: 'orderNo', name: 'order_no', type: 'text', label: '工单号' },
        { key: 'cost', name: 'cost', type: 'numeric(18,2)', label: '费用（元）' },
        { key: 'paid', name: 'paid', type: 'numeric(18,2)', label: '已付（元）' },
        { key: 'photos', name: 'photos', type: 'jsonb', label: '照片' },
      ],
    });
  });

  it('does not compile with names that are no columns of it', () => {
    const { columns } = repairs;
    const base = { id: 'x', title: '甲', purpose: '乙', columns } as const;
    // @ts-expect-error no such column
    defineBook({ ...base, name: ['nothing'], list: { columns: [], filters: [] } });
    const list = { columns: [], filters: [] } as const;
    // @ts-expect-error no such column
    defineBook({ ...base, limits: [{ sum: ['nothing'], within: 1, error: '多了' }], list });
    // @ts-expect-error no such column
    defineBook({ ...base, offered: { nothing: [1] }, list });
    // @ts-expect-error no such column
    defineBook({ ...base, list: { columns: ['nothing'], filters: [] } });
    expect(Object.keys(columns)).not.toContain('nothing');
  });
});

describe('its migration', () => {
  const text = bookSql(repairs);

  it('makes what the definition asks for: source, lists’ filters and a key that void entries do not hold', () => {
    expect(text).toContain('create table b_device_repair (');
    for (const column of ['source_module text not null', 'source_effect text not null', 'voided boolean not null'])
      expect(text).toContain(column);
    expect(text).toMatch(/create index \S+ on b_device_repair \(source_module, source_id\);/);
    expect(text).toMatch(/create index \S+ on b_device_repair \(project\);/);
    expect(text).toMatch(/create unique index \S+ on b_device_repair \(order_no, device\) where not voided;/);
  });

  it('keeps balances within their limits', () => {
    expect(text).toContain('add constraint b_device_repair_limit_1');
    expect(text).toContain('check (coalesce(paid, 0) >= 0 and coalesce(paid, 0) <= greatest(coalesce(cost, 0), 0));');
    const limits = [{ sum: ['cost', 'paid'], within: 1, error: '多了' }] as const;
    expect(bookSql({ ...repairs, limits })).toContain('coalesce(cost, 0) + coalesce(paid, 0) <= 1');
  });

  it('leaves nothing to change once it has run', () => {
    expect(alterBookSql(repairs, readTables([text]))).toEqual([]);
  });

  it('is the whole table where there is none, and the difference where the definition went on', () => {
    expect(alterBookSql(repairs, readTables([]))).toEqual([text]);
    const { cost: _, ...columns } = repairs.columns;
    const next = { ...repairs, columns: { ...columns, doneOn: f.date('完成日期') } };
    const changed = alterBookSql(next, readTables([text])).join('\n');
    expect(changed).toContain('done_on date');
    expect(changed).toContain('drop column cost');
    expect(changed).not.toContain('order_no');
  });
});
