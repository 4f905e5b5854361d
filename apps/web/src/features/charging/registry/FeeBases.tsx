import { basisDelete, basisPage, type BasisRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { BasisForm } from './BasisForm.tsx';
import { BASES, FEE_SCREEN } from './shared.ts';

/** 计费依据: what amounts are counted by. */
export const Bases = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const [open, setOpen] = useState<BasisRow | 'new' | null>(null);
  const found = useQuery({
    queryKey: [BASES],
    queryFn: ({ signal }) => callApi(basisPage, { PageSize: 500 }, { signal }),
  });
  const remove = useWrite(basisDelete, {
    renews: [BASES],
    onDone: ([one]) => (one?.ok ? notify.success('计费依据已删除') : notify.error(one?.reason ?? '')),
  });
  const may = can(FEE_SCREEN, 'edit');
  return (
    <AppDrawer title="计费依据" width={760} onClose={onClose}>
      {may ? (
        <Button type="primary" onClick={() => setOpen('new')}>
          新增依据
        </Button>
      ) : null}
      <ListStates list={found} empty="还没有计费依据">
        {(data) => (
          <DataTable
            label="计费依据"
            columns={[
              { key: 'name', head: '名称' },
              { key: 'source', head: '取数', show: (row) => (row.expr === '' ? row.source : `公式：${row.expr}`) },
              { key: 'unit', head: '单位' },
              { key: 'digits', head: '小数位', number: true },
              { key: 'minQuantity', head: '最小计费量', number: true },
              { key: 'fees', head: '费项', unit: '个', number: true },
              {
                key: 'do',
                head: '操作',
                show: (row) =>
                  may ? (
                    <span className="row-do">
                      <Button type="link" className="cell-link" onClick={() => setOpen(row)}>
                        修改
                      </Button>
                      <Button type="link" className="cell-link" onClick={() => remove.mutate({ ids: [row.id] })}>
                        删除
                      </Button>
                    </span>
                  ) : (
                    '—'
                  ),
              },
            ]}
            rows={data.rows}
            rowKey={(row) => row.id}
          />
        )}
      </ListStates>
      {open === null ? null : <BasisForm basis={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </AppDrawer>
  );
};
