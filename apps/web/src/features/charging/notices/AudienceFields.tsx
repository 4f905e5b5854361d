import { buildingTree, feeAnnouncementCount } from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Form, type FormInstance, Input, InputNumber, Select } from 'antd';
import { type ReactElement, useDeferredValue } from 'react';
import { callApi, refusalOf } from '../../../lib/api.ts';
import { useFees } from '../bills/shared.ts';
import { BUILDINGS } from '../registry/shared.ts';
import { audienceOf, type DraftValues, EMPTY } from './draft-values.ts';
import { NOTICES } from './shared.ts';

/** How many households the conditions mean, while they are chosen. */
const LiveCount = ({ values }: { readonly values: DraftValues }): ReactElement | null => {
  const asked = useDeferredValue({
    communityId: values.communityId ?? '',
    kind: values.kind ?? ('一般公告' as const),
    audience: audienceOf(values),
  });
  const found = useQuery({
    queryKey: [NOTICES, 'count', asked],
    queryFn: ({ signal }) => callApi(feeAnnouncementCount, asked, { signal }),
    enabled: asked.communityId !== '' && values.kind !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (values.communityId === undefined || values.kind === undefined)
    return <p className="note">选择小区和类别后显示户数</p>;
  return (
    <p className="note" role="status">
      {found.error ? (
        refusalOf(found.error)
      ) : found.data === undefined ? (
        '正在统计…'
      ) : (
        <>
          符合条件 <strong>{found.data.rooms}</strong> 户
          {found.data.recent > 0 ? `，其中 ${found.data.recent} 户7天内已发过同类` : ''}
        </>
      )}
    </p>
  );
};

/** Whom it is for: conditions that hold together. */
export const AudienceFields = ({ form }: { readonly form: FormInstance<DraftValues> }): ReactElement => {
  const values: DraftValues = { ...EMPTY, ...Form.useWatch([], { form, preserve: true }) };
  const community = values.communityId ?? '';
  const fees = useFees(community);
  const buildings = useQuery({
    queryKey: [BUILDINGS, community],
    queryFn: ({ signal }) => callApi(buildingTree, { communityId: community }, { signal }),
    enabled: community !== '',
  });
  return (
    <fieldset className="notice-audience">
      <legend>对象（各条件同时满足）</legend>
      {values.rooms.length > 0 || values.run !== null ? (
        <p className="row-do">
          <span>{values.rooms.length > 0 ? `已指定 ${values.rooms.length} 户` : '限本次出账批次的户'}</span>
          <Button size="small" onClick={() => form.setFieldsValue({ rooms: [], run: null })}>
            改为按条件
          </Button>
        </p>
      ) : null}
      <Form.Item name="rooms" hidden>
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="run" hidden>
        <Input />
      </Form.Item>
      <div className="registry-two">
        <Form.Item name="buildings" label="楼栋">
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="全部楼栋"
            disabled={community === ''}
            loading={buildings.isFetching}
            options={(buildings.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="fees" label="收费项目">
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="全部费项"
            loading={fees.isPending}
            options={(fees.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="arrearsMin" label="欠费不小于（元）">
          <InputNumber<string> stringMode min="0" precision={2} placeholder="不限" className="notice-number" />
        </Form.Item>
        <Form.Item name="overdueMin" label="逾期不小于（天）">
          <InputNumber min={0} max={10_000} precision={0} placeholder="不限" className="notice-number" />
        </Form.Item>
        <Form.Item name="suspended" label="停用">
          <Select
            options={[
              { value: '', label: '不限' },
              { value: 'true', label: '停用中' },
              { value: 'false', label: '未停用' },
            ]}
          />
        </Form.Item>
      </div>
      <LiveCount values={values} />
    </fieldset>
  );
};
