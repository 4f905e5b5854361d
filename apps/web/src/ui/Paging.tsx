import { Pagination, type PaginationProps } from 'antd';
import type { ReactElement } from 'react';

/** Leafing through a list, below it. One size of page unless it says which there are. */
export const Paging = (of: PaginationProps): ReactElement => (
  <Pagination
    className="list-paging"
    size="small"
    align="end"
    showSizeChanger={of.pageSizeOptions !== undefined}
    showTotal={(total) => `共 ${total} 条`}
    {...of}
  />
);
