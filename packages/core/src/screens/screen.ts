/** One screen of the product: a route with what the menu and the shell need to know of it. */
export interface Screen {
  readonly path: string;
  readonly title: string;
  readonly kind: 'page' | 'redirect' | 'mobile' | 'screen' | 'list' | 'task' | 'form' | 'areaList' | 'regionList' | 'limitList';
  /** `home` inside the shell, `screen` a big screen, `mobile` a phone page, `blank` nothing around it. */
  readonly layout: 'home' | 'screen' | 'mobile' | 'blank';
  /** The form module that it shows. */
  readonly module?: string;
  /** The book whose entries it lists, and the area of modules that it belongs to. */
  readonly book?: string;
  readonly area?: string;
  readonly redirect?: string;
  readonly keepAlive?: boolean;
  /** Reachable without a session. */
  readonly public?: boolean;
  /** Public, and for those who hold it a page inside the shell besides: what their menu calls it, and the heading above. */
  readonly managed?: { readonly title: string; readonly under: string };
  readonly hidden?: boolean;
  /** Not in the specification's list of routes: a form's usual pages, or an administrators' screen that the calls imply. */
  readonly extra?: boolean | string;
}
