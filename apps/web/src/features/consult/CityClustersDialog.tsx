import { cityClusters, type InputOf, MOST_CLUSTERS, saveCityClusters } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, refusalOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';

type Cluster = InputOf<typeof saveCityClusters>['clusters'][number];
const TITLE = '维护城市群';

const Editor = ({
  clusters,
  districts,
  onClose,
}: {
  readonly clusters: readonly Cluster[];
  readonly districts: readonly { readonly Id: string; readonly Name: string }[];
  readonly onClose: () => void;
}): ReactElement => {
  const [rows, setRows] = useState<readonly Cluster[]>(clusters);
  // As they were opened, whatever has been read since.
  const [seen] = useState(clusters);
  const [tried, setTried] = useState(false);
  const save = useWrite(saveCityClusters, {
    said: '城市群已保存',
    onDone: onClose,
    renews: ['rows', 'city-clusters'],
    onError: (error) => notify.error(refusalOf(error)),
  });
  const set = (at: number, part: Partial<Cluster>): void =>
    setRows((now) => now.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const wrongName = ({ Name }: Cluster, at: number): string | null => {
    if (Name.trim() === '') return '请填写城市群';
    return rows.findIndex((row) => row.Name.trim() === Name.trim()) < at ? '重名' : null;
  };
  const wrongCities = ({ Districts }: Cluster): string | null => (Districts.length === 0 ? '请选择省市' : null);
  const ok = rows.every((row, at) => wrongName(row, at) === null && wrongCities(row) === null);
  const said = (wrong: string | null) =>
    tried && wrong !== null ? { help: wrong, validateStatus: 'error' as const } : {};
  return (
    <AppModal
      title={TITLE}
      width={720}
      okText="保存"
      okButtonProps={{ loading: save.isPending }}
      onOk={() => {
        setTried(true);
        if (ok && !save.isPending)
          save.mutate({ clusters: rows.map((row) => ({ ...row, Name: row.Name.trim() })), seen: [...seen] });
      }}
      onCancel={onClose}
      holdsInput={JSON.stringify(rows) !== JSON.stringify(seen)}
    >
      <p className="note">选省则全省计入；其中的市另归别的城市群时，以市为准。没有归入的计入「未划分」。</p>
      <Form name="city-clusters" layout="vertical">
        {rows.map((row, at) => {
          const others = new Set(rows.flatMap((one, index) => (index === at ? [] : one.Districts)));
          return (
            <div className="cluster-row" key={at} role="group" aria-label={`第${at + 1}个城市群`}>
              <Form.Item {...said(wrongName(row, at))}>
                <Input
                  aria-label="城市群"
                  placeholder="如：长三角"
                  maxLength={20}
                  value={row.Name}
                  onChange={(event) => set(at, { Name: event.target.value })}
                />
              </Form.Item>
              <Form.Item {...said(wrongCities(row))}>
                <Select
                  mode="multiple"
                  aria-label="省市"
                  placeholder="选择省市"
                  showSearch={{ optionFilterProp: 'label' }}
                  value={[...row.Districts]}
                  options={districts.map(({ Id, Name }) => ({ value: Id, label: Name, disabled: others.has(Id) }))}
                  onChange={(Districts: string[]) => set(at, { Districts })}
                />
              </Form.Item>
              <Button
                danger
                aria-label={`删除城市群 ${row.Name}`}
                onClick={() => setRows((now) => now.filter((_row, index) => index !== at))}
              >
                删除
              </Button>
            </div>
          );
        })}
        <Button
          disabled={rows.length >= MOST_CLUSTERS}
          onClick={() => setRows((now) => [...now, { Name: '', Districts: [] }])}
        >
          增加城市群
        </Button>
      </Form>
    </AppModal>
  );
};

/** Which provinces and cities are looked at together; all of them are kept at once. */
export const CityClustersDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['city-clusters'],
    queryFn: ({ signal }) => callApi(cityClusters, {}, { signal }),
    // What is edited is what others have left, not what was read before.
    staleTime: 0,
    gcTime: 0,
  });
  if (data !== undefined) return <Editor {...data} onClose={onClose} />;
  return (
    <AppModal title={TITLE} footer={null} onCancel={onClose}>
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : <SkeletonDelay rows={4} />}
    </AppModal>
  );
};
