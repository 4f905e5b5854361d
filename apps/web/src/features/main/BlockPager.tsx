import { Pagination } from 'antd';
import type { ReactElement } from 'react';

/** Pages of a block's rows; not there while one page holds them all. */
export const BlockPager = ({
  page,
  pageSize,
  total,
  unit,
  onChange,
}: {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** What the rows are counted in. */
  readonly unit: string;
  readonly onChange: (page: number) => void;
}): ReactElement | null =>
  total <= pageSize ? null : (
    <Pagination
      size="small"
      align="end"
      className="block-pager"
      current={page}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      showLessItems
      showTotal={(all) => `共 ${all} ${unit}`}
      onChange={onChange}
    />
  );
