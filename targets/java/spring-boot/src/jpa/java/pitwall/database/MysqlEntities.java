package pitwall.database;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.dialect.MySQLDialect;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;
import pitwall.accounts.AccountEntity;
import pitwall.accounts.AccountRepository;

@Configuration
@ConditionalOnProperty("MYSQL_HOST")
@EnableJpaRepositories(
    basePackageClasses = AccountRepository.class,
    entityManagerFactoryRef = "mysqlEntityManagerFactory",
    transactionManagerRef = "mysqlTransactionManager")
public class MysqlEntities {
  @Bean
  LocalContainerEntityManagerFactoryBean mysqlEntityManagerFactory(@Qualifier("mysql") HikariDataSource source) {
    // Switching auto-commit off and on again would be two more round trips of each transaction.
    source.setAutoCommit(false);
    LocalContainerEntityManagerFactoryBean factory =
        Entities.of("mysql", source, AccountEntity.class, MySQLDialect.class);
    factory.getJpaPropertyMap().put(JdbcSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, true);
    // Without asking the database, Hibernate would not know that its driver tells the id of a new row, and query it.
    factory.getJpaPropertyMap().put(JdbcSettings.USE_GET_GENERATED_KEYS, true);
    return factory;
  }

  @Bean
  PlatformTransactionManager mysqlTransactionManager(
      @Qualifier("mysqlEntityManagerFactory") EntityManagerFactory factory) {
    return new JpaTransactionManager(factory);
  }
}
