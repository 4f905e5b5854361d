/** A customer's number: it comes behind the `#` of his link, which no server is ever sent, and does not stay in the address. */
const KEPT = 'customer.number';
const FORM = /^[\w-]{22}$/;

/** Of the link, else as it was kept while this browser tab is open; null where there is none. */
export const takeNumber = (): string | null => {
  const given = location.hash.slice(1);
  if (FORM.test(given)) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname + location.search);
    return given;
  }
  return sessionStorage.getItem(KEPT);
};

export const forgetNumber = (): void => sessionStorage.removeItem(KEPT);
