import { projectIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { callApi, messageOf } from '../../lib/api.ts';
import { useProjectName } from '../../lib/project-name.ts';
import { keepPrevious } from '../../lib/query.ts';

const OFFERED = 50;

interface Option {
  readonly value: string;
  readonly label: string;
}

/** One of the projects that the person may see; none stands for all of them. */
export const ProjectFilter = ({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (project: string | null) => void;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState<Option | null>(null);
  const isPicked = picked !== null && picked.value === value;
  // Of one that the address brought.
  const brought = useProjectName(value === null || isPicked ? undefined : value);
  const asked = useDeferredValue(keyword.trim());
  const found = useQuery({
    queryKey: ['project-filter', asked],
    queryFn: ({ signal }) => callApi(projectIndex, { Keyword: asked, PageIndex: 1, PageSize: OFFERED }, { signal }),
    enabled: open,
    placeholderData: keepPrevious,
    staleTime: 60_000,
  });
  const options = (found.data?.rows ?? []).map((row) => ({ value: row.ProjectCode, label: row.ProjectName }));
  const known = value === null || options.some((one) => one.value === value);
  return (
    <Select<string | null, Option>
      size="small"
      className="block-select"
      aria-label="项目"
      placeholder="全部项目"
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      popupMatchSelectWidth={false}
      value={value}
      options={known ? options : [...options, { value, label: isPicked ? picked.label : (brought ?? value) }]}
      notFoundContent={found.error ? messageOf(found.error) : found.isPending ? '正在查找…' : '没有找到'}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setKeyword('');
      }}
      onChange={(next: string | null | undefined) => {
        setPicked(options.find((one) => one.value === next) ?? null);
        onChange(next ?? null);
      }}
    />
  );
};
