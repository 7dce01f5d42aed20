package pitwall.database;

import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.hibernate.dialect.PostgreSQLDialect;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.transaction.PlatformTransactionManager;
import pitwall.menus.MenuEntity;
import pitwall.menus.MenuRepository;

@Configuration
@ConditionalOnProperty("PGHOST")
@EnableJpaRepositories(
    basePackageClasses = MenuRepository.class,
    entityManagerFactoryRef = "postgresqlEntityManagerFactory",
    transactionManagerRef = "postgresqlTransactionManager")
public class PostgresqlEntities {
  @Bean
  LocalContainerEntityManagerFactoryBean postgresqlEntityManagerFactory(@Qualifier("postgresql") DataSource source) {
    return Entities.of("postgresql", source, MenuEntity.class, PostgreSQLDialect.class);
  }

  @Bean
  PlatformTransactionManager postgresqlTransactionManager(
      @Qualifier("postgresqlEntityManagerFactory") EntityManagerFactory factory) {
    return new JpaTransactionManager(factory);
  }
}
