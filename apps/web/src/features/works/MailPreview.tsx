import type { mailTemplate, OutputOf } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Tag } from '../../ui/StatusTag.tsx';
import './works.css';

type Mail = OutputOf<typeof mailTemplate>['mails'][number];

/** Letters one below the other, each as its receiver alone will read it. */
export const MailPreview = ({ mails }: { readonly mails: readonly Mail[] }): ReactElement => (
  <ul className="mail-list">
    {mails.map((mail) => (
      <li key={mail.supplier}>
        <h3>
          {mail.name} {mail.result === '' ? null : <Tag tone="neutral">{mail.result}</Tag>}
        </h3>
        <p className="note">
          收件：{mail.address ?? '未登记邮箱'}　主题：{mail.subject}
        </p>
        <p className="mail-body">{mail.body}</p>
      </li>
    ))}
  </ul>
);
