import type { ReactElement, ReactNode } from 'react';

/** Supply and return water between a plant and three buildings, and a day's load above: what the company looks after. */
const Art = (): ReactElement => (
  <svg
    className="art"
    viewBox="0 0 480 320"
    aria-hidden="true"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <g stroke="currentColor" strokeWidth="1" opacity="0.22">
      <path d="M24 40h432M24 76h432M24 112h432" strokeDasharray="2 6" />
    </g>
    <path
      d="M24 104c36 0 44-10 70-12s40-46 74-48 46 34 76 34 40-40 74-40 44 44 70 48 40 14 68 14"
      stroke="#8fd3c8"
      strokeWidth="2.5"
    />
    <g stroke="currentColor" strokeWidth="2">
      <path d="M40 276V196h64v80M52 196v-14h16v14M56 216h32M56 234h32M56 252h32" />
      <path d="M196 276V164h52v112M210 184h24M210 204h24M210 224h24M210 244h24" />
      <path d="M284 276V204h60v72M298 222h32M298 240h32M298 258h32" />
      <path d="M384 276V144h56v132M398 164h28M398 184h28M398 204h28M398 224h28M398 244h28" />
      <path d="M24 276h432" />
    </g>
    <path d="M104 290h300v-14M222 290v-14M314 290v-14" stroke="#8fd3c8" strokeWidth="2" />
    <path d="M72 276v26h352v-26M232 302v-26M324 302v-26" stroke="#e8b27a" strokeWidth="2" />
  </svg>
);

/** Brand on the left, what there is to do on the right; on a phone one above the other. */
export const Layout = ({
  children,
  icpNumber = null,
}: {
  readonly children: ReactNode;
  /** The site's registration, which has to lead to the authority that keeps it. */
  readonly icpNumber?: string | null;
}): ReactElement => (
  <div className="page">
    <aside className="panel">
      <div className="panel-brand">
        <img src="/favicon.svg" alt="" width="36" height="36" />
        <span>衡能</span>
      </div>
      <p className="slogan">
        每一度能耗有据可查
        <br />
        每一张单据有始有终
      </p>
      <Art />
    </aside>
    <main className="side">
      <div className="side-inner">{children}</div>
      <footer>
        衡能 · 建筑能源管理与运维平台 · 版本 {__APP_VERSION__}
        {icpNumber === null ? null : (
          <>
            {' · '}
            <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
              {icpNumber}
            </a>
          </>
        )}
      </footer>
    </main>
  </div>
);
