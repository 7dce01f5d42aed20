namespace Pitwall.AspNetCore;

/// <summary>The table <c>accounts</c>, however it is asked.</summary>
internal interface IAccounts
{
    Task<List<Account>> All();

    Task<Account?> Find(long id);

    Task<Account> Add(NewAccount account);
}

internal static class AccountServices
{
    public static void AddAccounts(this IServiceCollection services, Settings settings)
    {
#if !NATIVE_AOT
        if (settings.EntityFramework)
        {
            services.AddSingleton<IAccounts>(new EntityAccounts(settings.Mysql));
            return;
        }
#endif
        services.AddSingleton<IAccounts>(new RawAccounts(settings.Mysql));
    }
}
