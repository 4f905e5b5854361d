const UsersPage = () => null;
export default UsersPage;
