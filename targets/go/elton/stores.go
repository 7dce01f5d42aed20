package main

import "time"

// connectTimeout is how long a request waits for a database that cannot be reached.
const connectTimeout = 3 * time.Second

// stores are where rows come from. Opening one waits for no connection, so that the server starts without
// its databases.
type stores struct {
	menus    menuStore
	accounts accountStore
	users    userStore
}

func openStores(config config) (stores, error) {
	menus, err := openMenuStore(config.poolSize)
	if err != nil {
		return stores{}, err
	}
	mysql, err := openMySQL(config.poolSize)
	if err != nil {
		return stores{}, err
	}
	users, err := openUserStore(config.poolSize)
	return stores{menus, newAccountStore(mysql), users}, err
}
