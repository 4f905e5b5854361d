import { communityList, roomPage } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { COMMUNITY_OPTIONS, required, ROOMS } from './shared.ts';

/** A community to choose, as a field of the form around it. Rooms chosen of another one go with it. */
export const CommunityField = (): ReactElement => {
  const form = Form.useFormInstance();
  const communities = useQuery({
    queryKey: [COMMUNITY_OPTIONS, 'all'],
    queryFn: ({ signal }) => callApi(communityList, {}, { signal }),
  });
  return (
    <Form.Item name="communityId" label="小区" rules={required('请选择小区')}>
      <Select
        loading={communities.isPending}
        options={(communities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={() => form.setFieldValue('rooms', [])}
      />
    </Form.Item>
  );
};

/** 1 to 50 rooms of it, of those that are charged a fee where one is named; where `all` says what none means, none may be named. */
export const RoomsField = ({ fee, all }: { readonly fee?: string; readonly all?: string }): ReactElement => {
  const form = Form.useFormInstance();
  const [words, setWords] = useState('');
  const community = Form.useWatch<string | undefined>('communityId', form);
  const asked = { community: community ?? '', Keyword: words, PageSize: 50, ...(fee === undefined ? {} : { fee }) };
  const rooms = useQuery({
    queryKey: [ROOMS, 'pick', asked],
    queryFn: ({ signal }) => callApi(roomPage, asked, { signal }),
    enabled: community !== undefined,
  });
  return (
    <Form.Item
      name="rooms"
      label={all === undefined ? '房间' : '只出这些房间'}
      extra={all}
      rules={all === undefined ? required('请选择1～50个房间') : []}
    >
      <Select
        mode="multiple"
        maxCount={50}
        disabled={community === undefined}
        showSearch={{ filterOption: false, onSearch: setWords }}
        loading={rooms.isFetching}
        placeholder="输入房号或业主"
        options={(rooms.data?.rows ?? []).map(({ id, fullCode, owner }) => ({
          value: id,
          label: `${fullCode} ${owner}`,
        }))}
      />
    </Form.Item>
  );
};
